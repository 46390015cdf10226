/**
 * Reads the order and ids of all stored messages when a store is opened, one page of rows at a time, so that the
 * event loop is not blocked.
 */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { hashMessageId } from '../id-hash.ts'
import type { LaneSnapshot, LaneSnapshots } from '../message-store.ts'
import { prepareArrayStatement } from './message-row.ts'
import { runWithStoreErrors } from './store-errors.ts'

const rowsPerPage = 10_000

type PlaceRow = readonly [
  queue: number,
  lane: number,
  sequence: number,
  foreignId: Uint8Array | null,
  correlationId: Uint8Array | null,
]

/** Returns the lanes of every queue by its storage id. Rejects with a `MessageStoreError`. */
export async function loadLaneSnapshots(db: DatabaseSync, file: string): Promise<Map<number, LaneSnapshots>> {
  const page = prepareArrayStatement(
    db,
    `SELECT queue, lane, sequence, foreign_id, correlation_id FROM message
      WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  )
  const queues = new Map<number, Map<number, LaneSnapshot>>()
  for (let after = 0; ; ) {
    const rows = runWithStoreErrors(file, () => page.all(after, rowsPerPage)) as unknown as PlaceRow[]
    for (const row of rows) note(queues, row)
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return queues
    after = last[2]
    await turn()
  }
}

function note(
  queues: Map<number, Map<number, LaneSnapshot>>,
  [queue, number, sequence, foreignId, correlationId]: PlaceRow,
): void {
  const lanes = queues.get(queue) ?? new Map<number, LaneSnapshot>()
  const lane = lanes.get(number) ?? { sequences: [], foreignIds: [], correlationIds: [] }
  lane.sequences.push(sequence)
  if (foreignId) lane.foreignIds.push(hashMessageId(foreignId), sequence)
  if (correlationId) lane.correlationIds.push(hashMessageId(correlationId), sequence)
  queues.set(queue, lanes.set(number, lane))
}
