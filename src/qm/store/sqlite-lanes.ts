/** What lies on the queues when a store is opened: read once, a stretch at a time, so that nobody is held up by it. */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'

import { guarded } from './faults.ts'
import { idHash } from './id-hash.ts'
import { prepareRows } from './message-row.ts'
import type { StoredLane, StoredLanes } from './store.ts'

const stretch = 10_000

type PlaceRow = readonly [
  queue: number,
  lane: number,
  sequence: number,
  foreignId: Uint8Array | null,
  correlationId: Uint8Array | null,
]

/** Rejects with a `StoreFault`. */
export async function loadLanes(db: DatabaseSync, file: string): Promise<Map<number, StoredLanes>> {
  const page = prepareRows(
    db,
    `SELECT queue, lane, sequence, foreign_id, correlation_id FROM message
      WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  )
  const queues = new Map<number, Map<number, StoredLane>>()
  for (let after = 0; ; ) {
    const rows = guarded(file, () => page.all(after, stretch)) as unknown as PlaceRow[]
    for (const row of rows) note(queues, row)
    const last = rows.at(-1)
    if (!last || rows.length < stretch) return queues
    after = last[2]
    await turn()
  }
}

function note(
  queues: Map<number, Map<number, StoredLane>>,
  [queue, number, sequence, foreignId, correlationId]: PlaceRow,
): void {
  const lanes = queues.get(queue) ?? new Map<number, StoredLane>()
  const lane = lanes.get(number) ?? { sequences: [], foreignIds: [], correlationIds: [] }
  lane.sequences.push(sequence)
  if (foreignId) lane.foreignIds.push(idHash(foreignId), sequence)
  if (correlationId) lane.correlationIds.push(idHash(correlationId), sequence)
  queues.set(queue, lanes.set(number, lane))
}
