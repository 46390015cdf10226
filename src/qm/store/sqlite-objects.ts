/** The statements that keep objects. */
import type { DatabaseSync } from 'node:sqlite'

import type { KeptRecord, StoredObject } from './store.ts'

interface Row {
  id: number
  kind: KeptRecord['kind']
  name: string
  type: string
  attributes: string
  created: number
  altered: number
}

export function objectStatements(db: DatabaseSync) {
  const all = db.prepare('SELECT * FROM object ORDER BY kind, name')
  const remove = db.prepare('DELETE FROM object WHERE id = ?')
  // The number may change with a save (a cleared queue), so the name decides what is replaced.
  const save = db.prepare(`INSERT INTO object (id, kind, name, type, attributes, created, altered)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, name) DO UPDATE SET id = excluded.id, type = excluded.type,
    attributes = excluded.attributes, created = excluded.created, altered = excluded.altered`)

  return {
    all: (): StoredObject[] => (all.all() as unknown as Row[]).map(stored),

    save({ id, record }: StoredObject): void {
      const { kind, name, type, attributes, created, altered } = record
      save.run(id, kind, name, type, JSON.stringify(attributes), created, altered)
    },

    remove(id: number): void {
      remove.run(id)
    },
  }
}

function stored({ id, attributes, ...rest }: Row): StoredObject {
  const record: KeptRecord = { ...rest, attributes: Object.freeze(JSON.parse(attributes)) }
  return { id, record: Object.freeze(record) }
}
