/** Compares the reader of the product with Node's HTTP client. */
import { isDeepStrictEqual } from 'node:util'
import type { ResponseCase } from './outcome.ts'
import { readWithNode } from './read-with-node.ts'
import { readWithOurs } from './read-with-ours.ts'
import { stricter } from './stricter.ts'

const allowed: ReadonlySet<string> = new Set(stricter.map(({ reason }) => reason))

/**
 * Returns a description of the difference. Returns undefined when the reader is never more lenient than Node, and
 * stricter only where `stricter.ts` lists it.
 */
export async function compareReaders(given: ResponseCase): Promise<string | undefined> {
  const ours = readWithOurs(given)
  const nodes = await readWithNode(given)
  if (ours.kind === 'refused' && nodes.kind === 'complete')
    return allowed.has(ours.reason) ? undefined : `refused (${ours.reason}), and node reads it`
  if (ours.kind === 'incomplete' && nodes.kind === 'complete') return 'incomplete, and complete for node'
  if (ours.kind !== 'complete') return undefined
  if (nodes.kind !== 'complete') return `complete, and for node ${nodes.kind === 'refused' ? nodes.reason : nodes.kind}`

  for (const member of ['status', 'fields', 'body'] as const) {
    if (!isDeepStrictEqual(ours[member], nodes[member]))
      return `${member} is ${JSON.stringify(ours[member])}, and for node ${JSON.stringify(nodes[member])}`
  }
  if (ours.isPersistent && !nodes.isPersistent) return 'the connection is used again, and not by node'
  return undefined
}
