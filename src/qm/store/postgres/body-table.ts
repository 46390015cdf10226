/**
 * Stores large bodies in PostgreSQL, in rows of 1 MiB. A body is written before the message that refers to it, and
 * removed after it. The name ends with the checksum of the body.
 */
import { randomUUID } from 'node:crypto'
import type { PostgresConnection } from '../../../lib/postgres/postgres-connection.ts'
import { renderBodyChecksum } from '../database/checksums.ts'
import { type BodyFileStore, MessageStoreError } from '../message-store.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'

const partBytes = 1_048_576

/** Returns the store of bodies in the table `body` of the schema. `place` begins the messages of errors. */
export function openBodyTable(connection: PostgresConnection, schema: string, place: string): BodyFileStore {
  const add = { name: 'add-body', text: `INSERT INTO ${schema}.body VALUES ($1, $2, $3)` }
  const read = { name: 'read-body', text: `SELECT bytes FROM ${schema}.body WHERE name = $1 AND part = $2` }
  const remove = { name: 'remove-body', text: `DELETE FROM ${schema}.body WHERE name = $1` }

  async function query(statement: typeof add, values: readonly unknown[]) {
    try {
      return await connection.query(statement, values)
    } catch (error) {
      throw toPostgresStoreError(error)
    }
  }

  return {
    async write(body) {
      const name = `${randomUUID()}.${renderBodyChecksum(body)}`
      for (let part = 0; part * partBytes < body.length; part += 1) {
        await query(add, [name, part, body.subarray(part * partBytes, (part + 1) * partBytes)])
      }
      return name
    },

    async read(name) {
      const parts: Buffer[] = []
      for (;;) {
        const [row] = await query(read, [name, parts.length])
        if (!row) break
        parts.push(row.bytes as Buffer)
      }
      const body = Buffer.concat(parts)
      if (name.split('.')[1] === renderBodyChecksum(body)) return body
      throw new MessageStoreError('damaged', `${place}: the body ${name} is not what was written`)
    },

    async remove(name) {
      await query(remove, [name])
    },
  }
}
