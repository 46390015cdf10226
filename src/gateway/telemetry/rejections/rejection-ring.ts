/** The last rejections of a worker, for `sluice why`. An explanation is rendered when it is requested. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Explanation } from '../../contract/access/explanation.ts'

export type RejectionRing = ReturnType<typeof openRejectionRing>

type Explain = () => Explanation | undefined

interface RejectionEntry {
  requestId: string
  /** The explanation, or the function that renders it. */
  why: Explain | Explanation | undefined
}

/** The limit for each reason, so that many rejections of one reason do not displace the others. */
const maxPerReason = 1_000
const renderBatchSize = 20
/** The number of rejections of each reason that a list looks at: rendering all of them would take long. */
const maxListed = 20

export function openRejectionRing(limitPerReason = maxPerReason) {
  const byReason = new Map<string, { ring: RejectionEntry[]; next: number }>()

  return {
    add(reason: string, requestId: string, why: Explain): void {
      const kept = getOrCreate(byReason, reason, () => ({ ring: [], next: 0 }))
      kept.ring[kept.next] = { requestId, why }
      kept.next = (kept.next + 1) % limitPerReason
    },

    find(requestId: string): Explanation | undefined {
      for (const { ring } of byReason.values()) {
        const found = ring.find((each) => each.requestId === requestId)
        if (found) return renderEntry(found)
      }
      return undefined
    },

    /** Returns the last explanations in a catalog, at most `maxListed` of each reason. */
    list(catalog: string): Explanation[] {
      return [...byReason.values()].flatMap(({ ring, next }) =>
        [...ring.slice(next), ...ring.slice(0, next)]
          .slice(-maxListed)
          .flatMap((each) => renderEntry(each) ?? [])
          .filter((each) => each.catalog === catalog),
      )
    },

    /** Renders all explanations, in small batches, so that the documents they refer to can be garbage-collected. */
    async renderAll(): Promise<void> {
      const open = [...byReason.values()].flatMap(({ ring }) => ring.filter(({ why }) => typeof why === 'function'))
      for (const [index, kept] of open.entries()) {
        if (index % renderBatchSize === 0) await new Promise(setImmediate)
        renderEntry(kept)
      }
    },
  }
}

function renderEntry(kept: RejectionEntry): Explanation | undefined {
  if (typeof kept.why === 'function') kept.why = kept.why()
  return kept.why
}
