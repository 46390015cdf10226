/** The statements that keep non-persistent messages from an end in order to the next start. */
import type { DatabaseSync } from 'node:sqlite'

import { bodyChecksum } from './checksums.ts'
import { asBuffer, columns, prepareRows, stored, valuesOf, type WholeRow } from './message-row.ts'
import type { Parked } from './store.ts'

export function parkedStatements(db: DatabaseSync, file: string) {
  const add = db.prepare(
    `INSERT INTO parked (${columns}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const all = prepareRows(db, `SELECT ${columns}, body_checksum, body FROM parked ORDER BY sequence`)
  const clear = db.prepare('DELETE FROM parked')

  return {
    add(messages: readonly Parked[]): void {
      for (const { queue, message, body } of messages) add.run(...valuesOf(queue, message, body))
    },

    /** Nobody was promised such a message: one that is damaged is left out. */
    take(): Parked[] {
      const rows = all.all() as unknown as WholeRow[]
      if (rows.length > 0) clear.run()
      return rows.flatMap((row) => {
        const message = stored(row, file)
        const body = asBuffer(row[11] as Uint8Array)
        const isSound = message.damage === undefined && row[10] === bodyChecksum(body)
        return isSound ? { queue: row[0], message, body } : []
      })
    },
  }
}
