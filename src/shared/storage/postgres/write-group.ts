/** Writes a group of operations in one transaction of PostgreSQL, with one round trip. */
import type { PostgresConnection, PostgresStatement } from '../../lib/postgres/postgres-connection.ts'
import { isDeadlock } from '../../lib/postgres/postgres-error.ts'
import type { GroupResult } from '../contract/group-queue.ts'

/** A write operation: a row of the arrays that `write_entries_1` takes. Times are milliseconds since the epoch. */
export interface PostgresOperation {
  verb: 'save' | 'create' | 'consume' | 'remove' | 'removeGroup' | 'count'
  kind: string
  key: string
  /** JSON. */
  value: string | null
  expiresAt: number | null
  family: string | null
  now: number
  by: number | null
  /** Whether watchers of the kind are woken. */
  wakesWatchers: boolean
}

/** How often a group runs again after the database ended its transaction because of a deadlock. */
const maxDeadlocks = 5

/** Returns a function that commits groups. It rejects with `StateStoreError` when no operation took effect, or none may have. */
export function buildGroupWriter(
  connection: PostgresConnection,
  schema: string,
): (group: readonly PostgresOperation[]) => Promise<GroupResult[]> {
  const statement: PostgresStatement = {
    name: 'write',
    text: `SELECT ${schema}.write_entries_1($1, $2, $3, $4, $5, $6, $7, $8, $9) AS results`,
  }

  return async function writeGroup(group) {
    const columns = [
      group.map(({ verb }) => verb),
      group.map(({ kind }) => kind),
      group.map(({ key }) => key),
      group.map(({ value }) => value),
      group.map(({ expiresAt }) => expiresAt),
      group.map(({ family }) => family),
      group.map(({ now }) => now),
      group.map(({ by }) => by),
      group.map(({ wakesWatchers }) => wakesWatchers),
    ]
    const results = await write(columns, 0)
    return group.map((operation, index) => resultOf(operation, results[index]))
  }

  async function write(columns: readonly unknown[], deadlocks: number): Promise<(string | null)[]> {
    try {
      const [row] = await connection.query(statement, columns)
      return row?.results as (string | null)[]
    } catch (error) {
      if (deadlocks === maxDeadlocks || !isDeadlock((error as Error).cause)) throw error
      return write(columns, deadlocks + 1)
    }
  }
}

function resultOf({ verb, kind, key }: PostgresOperation, text: string | null | undefined): GroupResult {
  switch (verb) {
    case 'create':
    case 'consume':
      return { value: text === '1' }
    case 'count':
      if (text) return { value: Number(text) }
      return { error: new TypeError(`${kind} ${key} is not a counter`) }
    default:
      return { value: undefined }
  }
}
