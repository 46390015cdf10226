/** The statements that preserve non-persistent messages between an orderly end and the next start. */
import type { DatabaseSync } from 'node:sqlite'
import type { PreservedMessage } from '../message-store.ts'
import { computeBodyChecksum } from './checksums.ts'
import type { DeserializedMessage } from './message-row.ts'
import {
  buildInsertValues,
  type MessageRowWithBody,
  messageColumnNames,
  parseMessageRow,
  prepareArrayStatement,
  viewAsBuffer,
} from './message-row.ts'

export function preparePreservedStatements(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO parked (${messageColumnNames}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const all = prepareArrayStatement(
    db,
    `SELECT ${messageColumnNames}, body_checksum, body FROM parked ORDER BY sequence`,
  )
  const clear = db.prepare('DELETE FROM parked')

  return {
    add(messages: readonly DeserializedMessage[]): void {
      for (const message of messages) add.run(...buildInsertValues(message))
    },

    /** Reads all rows and deletes them. */
    take(): MessageRowWithBody[] {
      const rows = all.all() as unknown as MessageRowWithBody[]
      // mutant condition true, operator >=: the table is empty
      if (rows.length > 0) clear.run()
      return rows
    },
  }
}

/** Parses the rows and drops damaged messages, because non-persistent messages may be lost. */
export function parsePreservedRows(rows: readonly MessageRowWithBody[], file: string): PreservedMessage[] {
  return rows.flatMap((row) => {
    const message = parseMessageRow(row, file)
    const body = viewAsBuffer(row[11] as Uint8Array)
    const isSound = message.damage === undefined && row[10] === computeBodyChecksum(body)
    return isSound ? { queue: row[0], message, body } : []
  })
}
