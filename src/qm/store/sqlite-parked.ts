/** The statements that keep non-persistent messages from an end in order to the next start. */
import type { DatabaseSync } from 'node:sqlite'

import { bodyChecksum } from './checksums.ts'
import { asBuffer, columns, prepareRows, rowOf, stored, type WholeRow } from './message-row.ts'
import type { UnpackedMessage } from './packed-changes.ts'
import type { Parked } from './store.ts'

export function parkedStatements(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO parked (${columns}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const all = prepareRows(db, `SELECT ${columns}, body_checksum, body FROM parked ORDER BY sequence`)
  const clear = db.prepare('DELETE FROM parked')

  return {
    add(messages: readonly UnpackedMessage[]): void {
      for (const message of messages) add.run(...rowOf(message))
    },

    /** Reads all rows and deletes them. */
    take(): WholeRow[] {
      const rows = all.all() as unknown as WholeRow[]
      if (rows.length > 0) clear.run()
      return rows
    },
  }
}

/** The messages of these rows. Damaged ones are left out: non-persistent messages may be lost. */
export function parkedIn(rows: readonly WholeRow[], file: string): Parked[] {
  return rows.flatMap((row) => {
    const message = stored(row, file)
    const body = asBuffer(row[11] as Uint8Array)
    const isSound = message.damage === undefined && row[10] === bodyChecksum(body)
    return isSound ? { queue: row[0], message, body } : []
  })
}
