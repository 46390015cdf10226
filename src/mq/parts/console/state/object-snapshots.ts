/** The snapshots of recently polled lists, bounded in number and size. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import { ObjectSnapshot } from './object-snapshot.ts'

const maxSnapshots = 64
const maxRows = 300_000
/** A snapshot that no client polls for this long is dropped. */
const maxIdleMs = 120_000
/** A snapshot with more rows than this and mostly deleted ones is replaced. */
const maxDeletedShare = 4

/** The state of the queue manager with which a whole list was last compared. */
export interface CheckedList {
  /** The `displayRevision` of the queue manager before the comparison. */
  displayRevision: string
  /** The change number that a client has after this comparison. */
  last: number
  mayCreate: boolean
}

interface Entry {
  snapshot: ObjectSnapshot
  /** A random text, so that the revisions of a dropped snapshot are not taken for those of a new one. */
  epoch: string
  usedAt: number
  checked?: CheckedList
}

export interface SnapshotLease {
  snapshot: ObjectSnapshot
  epoch: string
  /** The change number that the client knows; -1 when it must get the whole list. */
  since: number
  /** Stores the result of a comparison of the whole list. */
  recordChecked(checked: CheckedList): void
}

export class ObjectSnapshots {
  readonly #entries = new Map<string, Entry>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the last comparison if the queue manager has not changed since, and the client has its result. */
  findUnchanged(list: string, revision: string | undefined, displayRevision: string): CheckedList | undefined {
    const entry = this.#entries.get(list)
    const { checked } = entry ?? {}
    if (!entry || checked?.displayRevision !== displayRevision) return undefined
    if (revision !== renderRevision(entry.epoch, checked.last)) return undefined
    entry.usedAt = this.#clock()
    this.#entries.delete(list) // the map keeps the order of use
    this.#entries.set(list, entry)
    return checked
  }

  /** Returns the snapshot of a list. `revision` is that of an earlier response, `epoch.number`. */
  find(list: string, revision: string | undefined, rowCount: number): SnapshotLease {
    const now = this.#clock()
    const [epoch, number] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(revision ?? '')?.slice(1) ?? []
    let entry = this.#entries.get(list)
    this.#entries.delete(list) // the map keeps the order of use
    if (entry && entry.snapshot.size > 1_000 + rowCount * maxDeletedShare) entry = undefined
    entry ??= { snapshot: new ObjectSnapshot(), epoch: randomBytes(6).toString('hex'), usedAt: now }
    entry.usedAt = now
    this.#evict(now, rowCount)
    this.#entries.set(list, entry)

    const { snapshot } = entry
    const since = Number(number)
    const isKnown = epoch === entry.epoch && snapshot.knows(since)
    const used = entry
    return {
      snapshot,
      epoch: used.epoch,
      since: isKnown ? since : -1,
      recordChecked(checked) {
        used.checked = checked
      },
    }
  }

  #evict(now: number, rowCount: number): void {
    let rows = rowCount
    for (const { snapshot } of this.#entries.values()) rows += snapshot.size
    for (const [list, { snapshot, usedAt }] of this.#entries) {
      const isIdle = now - usedAt > maxIdleMs
      if (!isIdle && this.#entries.size < maxSnapshots && rows <= maxRows) return
      this.#entries.delete(list)
      rows -= snapshot.size
    }
  }
}

/** Returns the `revision` of a response. */
export function renderRevision(epoch: string, change: number): string {
  return `${epoch}.${change}`
}
