/** The statements that read and write objects. */
import type { DatabaseSync } from 'node:sqlite'
import { MessageStoreError, type StoredObject, type StoredRecord } from '../message-store.ts'
import { computeObjectChecksum, type ObjectColumns } from './checksums.ts'

interface ObjectRow extends ObjectColumns {
  kind: StoredRecord['kind']
  checksum: number | null
}

/** Returns every object. Throws a `MessageStoreError` that names the first damaged one. */
export function readObjects(db: DatabaseSync, file: string): StoredObject[] {
  const all = db.prepare('SELECT * FROM object ORDER BY kind, name')
  return (all.all() as unknown as ObjectRow[]).map((row) => parseObjectRow(row, file))
}

export function prepareObjectWrites(db: DatabaseSync) {
  const remove = db.prepare('DELETE FROM object WHERE id = ?')
  // Clearing a queue changes its id, so the name decides which row is replaced.
  const save = db.prepare(`INSERT INTO object (id, kind, name, type, attributes, created, altered, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, name) DO UPDATE SET id = excluded.id, type = excluded.type,
    attributes = excluded.attributes, created = excluded.created, altered = excluded.altered,
    checksum = excluded.checksum`)

  return {
    save({ id, record }: StoredObject): void {
      const { kind, name, type, created, altered } = record
      const attributes = JSON.stringify(record.attributes)
      // The columns store whole milliseconds.
      const row = { id, kind, name, type, attributes, created: Math.trunc(created), altered: Math.trunc(altered) }
      save.run(id, kind, name, type, attributes, row.created, row.altered, computeObjectChecksum(row))
    },

    remove(id: number): void {
      remove.run(id)
    },
  }
}

function parseObjectRow(row: ObjectRow, file: string): StoredObject {
  const { id, kind, name, type, created, altered, checksum } = row
  if (checksum !== null && checksum !== computeObjectChecksum(row))
    throw new MessageStoreError('damaged', `${file}: the ${kind} ${name} is not what was saved`)
  const attributes = Object.freeze(JSON.parse(row.attributes))
  return { id, record: Object.freeze({ kind, name, type, attributes, created, altered }) }
}
