/** Reads the order and ids of all stored messages at opening, in pages, so that the event loop is not blocked. */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { hashMessageId } from '../id-hash.ts'
import type { LaneSnapshots } from '../message-store.ts'
import { prepareArrayStatement } from './message-row.ts'
import { runWithStoreErrors } from './store-errors.ts'

const rowsPerPage = 10_000

/** The columns that decide where a message is in the order of deliveries. */
export type PlaceRow = readonly [
  queue: number,
  lane: number,
  sequence: number,
  foreignId: Uint8Array | null,
  correlationId: Uint8Array | null,
]

/** Returns the lanes of every queue by its storage id. Rejects with a `MessageStoreError`. */
export async function loadLaneSnapshots(db: DatabaseSync, file: string): Promise<Map<number, LaneSnapshots>> {
  const statement = `SELECT queue, lane, sequence, foreign_id, correlation_id FROM message
      WHERE sequence > ? ORDER BY sequence LIMIT ?`
  const page = prepareArrayStatement<PlaceRow>(db, statement)
  const queues = new Map<number, LaneSnapshots>()
  for (let after = 0; ; ) {
    const rows = runWithStoreErrors(file, () => page.all(after, rowsPerPage))
    for (const row of rows) addToLanes(queues, row)
    const last = rows.at(-1)
    if (!last) return queues
    after = last[2]
    await turn()
  }
}

/** Adds a message to its lane. Messages must come in the order of their sequence numbers. */
export function addToLanes(
  queues: Map<number, LaneSnapshots>,
  [queue, number, sequence, foreignId, correlationId]: PlaceRow,
): void {
  let lane = queues.get(queue)?.get(number)
  if (!lane) {
    lane = { sequences: [], foreignIds: [], correlationIds: [] }
    queues.set(queue, new Map([...(queues.get(queue) ?? []), [number, lane]]))
  }
  lane.sequences.push(sequence)
  if (foreignId) lane.foreignIds.push(hashMessageId(foreignId), sequence)
  if (correlationId) lane.correlationIds.push(hashMessageId(correlationId), sequence)
}
