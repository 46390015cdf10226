/** What lies on the queues when a store is opened: read once, a stretch at a time, so that nobody is held up by it. */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'

import { guarded } from './faults.ts'
import type { StoredLanes } from './store.ts'

const stretch = 10_000

/** Rejects with a `StoreFault`. */
export async function loadLanes(db: DatabaseSync, file: string): Promise<Map<number, StoredLanes>> {
  const page = db.prepare(
    'SELECT queue, lane, sequence FROM message WHERE sequence > ? ORDER BY sequence LIMIT ?',
  )
  const queues = new Map<number, Map<number, number[]>>()
  for (let after = 0; ; ) {
    const rows = guarded(file, () => page.all(after, stretch)) as Record<
      'queue' | 'lane' | 'sequence',
      number
    >[]
    for (const { queue, lane, sequence } of rows) {
      const lanes = queues.get(queue) ?? new Map<number, number[]>()
      const sequences = lanes.get(lane) ?? []
      sequences.push(sequence)
      queues.set(queue, lanes.set(lane, sequences))
    }
    const last = rows.at(-1)
    if (!last || rows.length < stretch) return queues
    after = last.sequence
    await turn()
  }
}
