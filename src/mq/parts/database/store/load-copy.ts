/** Copies the committed state from PostgreSQL to a file at the start: objects, and messages without bodies. */
import type { PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import type { PostgresLocation } from '../../../../shared/lib/postgres/postgres-location.ts'
import { copiedColumns, parseCopiedPlace } from '../../../manager/store/database/copied-messages.ts'
import { addToLanes } from '../../../manager/store/database/lane-snapshots.ts'
import type { LaneSnapshots, StoredRecord } from '../../../manager/store/message-store.ts'
import { type CopyFile, createCopyFile } from '../../../manager/store/sqlite/sqlite-store.ts'
import { ByteChunks } from './byte-chunks.ts'
import { openCopyReader } from './copy-reader.ts'

/** The messages that one statement reads. The database cancels a statement that takes more than 10 s. */
const messagesPerPage = 32_768

/** Where the copy is made from and to. */
export interface CopyOptions {
  readonly location: PostgresLocation
  /** The connection that reads the objects. */
  readonly connection: PostgresConnection
  /** The file of the copy. Its folder is replaced. */
  readonly file: string
  readonly created: number
}

/** An open copy, and the lanes of every queue by its storage id. */
export type LoadedCopy = { readonly file: CopyFile; readonly lanes: Map<number, LaneSnapshots> }

/** Makes the copy. Rejects with a `PostgresError` or a `MessageStoreError`. */
export async function loadCopy({ location, connection, file, created }: CopyOptions): Promise<LoadedCopy> {
  const copy = await createCopyFile(file, created)
  try {
    const objects = { name: 'objects', text: `SELECT * FROM ${location.schema}.object ORDER BY id` }
    const rows = await connection.query(objects, [])
    await copy.commit(rows.map((row) => ({ type: 'saveObject', object: parseObject(row) })))
    return { file: copy, lanes: await loadMessages(location, copy) }
  } catch (error) {
    await copy.close()
    throw error
  }
}

/** Returns the query for the page of messages after a sequence number. */
export function messagePageQuery(schema: string, after: number): string {
  // Without `stored`, ORDER BY would mean the converted number, and every page would sort the whole table.
  return `SELECT ${copiedColumns} FROM ${schema}.message AS stored
    WHERE stored.sequence > ${after} ORDER BY stored.sequence LIMIT ${messagesPerPage}`
}

/** While one page is read, the file takes the page before. */
async function loadMessages(location: PostgresLocation, file: CopyFile): Promise<Map<number, LaneSnapshots>> {
  const lanes = new Map<number, LaneSnapshots>()
  const reader = await openCopyReader(location)
  try {
    let written: Promise<unknown> = Promise.resolve()
    for (let after = 0, count = messagesPerPage; count === messagesPerPage; ) {
      const writes: Promise<void>[] = []
      const chunks = new ByteChunks((rows) => writes.push(file.load(rows)))
      count = 0
      await reader.copy(messagePageQuery(location.schema, after), (row) => {
        const place = parseCopiedPlace(row)
        addToLanes(lanes, place)
        chunks.add(row)
        after = place[2]
        count += 1
      })
      chunks.flush()
      await written
      written = Promise.all(writes)
      written.catch(() => undefined) // it is reported after the next page
    }
    await written
    return lanes
  } finally {
    await reader.close()
  }
}

function parseObject(row: Record<string, unknown>) {
  const { kind, name, type, created, altered } = row as unknown as StoredRecord
  const attributes = JSON.parse(row.attributes as string)
  return { id: Number(row.id), record: { kind, name, type, attributes, created, altered } }
}
