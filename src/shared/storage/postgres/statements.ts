/** The SQL statements of the state store in PostgreSQL, besides the function that writes groups. */
import type { PostgresStatement } from '../../lib/postgres/postgres-connection.ts'

/** The maximum number of expired rows that one statement removes. */
export const maxSweptEntries = 1_000

/** The setting of a connection that has its id. */
export const connectionSetting = 'sluice.connection'

/** The statements of a store. */
export type StateStatements = Record<
  'find' | 'list' | 'listChanged' | 'readCursor' | 'replace' | 'readTime' | 'sweep' | 'sweepChanges',
  PostgresStatement
>

/** Returns the statements for the tables of `stateSchema`. */
export function prepareStatements(schema: string): StateStatements {
  const columns = 'key, value, consumed_at, expires_at'
  const live = (now: string) => `(expires_at IS NULL OR expires_at > ${now})`
  const table = `${schema}.entry`
  const changes = `${schema}.change`
  const cursor = `current_setting('${connectionSetting}', true) || ' ' || pg_snapshot_xmin(pg_current_snapshot()) AS cursor`
  return {
    find: { name: 'find', text: `SELECT ${columns} FROM ${table} WHERE kind = $1 AND key = $2 AND ${live('$3')}` },
    list: { name: 'list', text: `SELECT ${columns} FROM ${table} WHERE kind = $1 AND ${live('$2')} ORDER BY key` },
    readCursor: { name: 'read-cursor', text: `SELECT ${cursor}` },
    // One row without a key when there is no change. LATERAL looks up each entry by its key, whatever the planner
    // estimates.
    listChanged: {
      name: 'list-changed',
      text: `SELECT latest.cursor, found.* FROM (SELECT ${cursor}) AS latest LEFT JOIN (
          SELECT each.* FROM ${changes} AS change CROSS JOIN LATERAL (
            SELECT ${columns} FROM ${table} WHERE kind = change.kind AND key = change.key AND ${live('$3')} LIMIT 1
          ) AS each WHERE change.kind = $1 AND change.transaction_id >= $2::xid8
        ) AS found ON true`,
    },
    // `consumed_at` stays. Callers with the same guard wait for the commit of the first, which sends the notification.
    replace: {
      name: 'replace',
      text: `WITH guard AS (
          UPDATE ${table} SET value = $12 WHERE kind = $9 AND key = $10 AND value = $11 AND ${live('$7')}
            AND EXISTS (SELECT FROM ${table} WHERE kind = $1 AND key = $2 AND value = $3 AND ${live('$7')}) RETURNING 1
        ), changed AS (
          UPDATE ${table} SET value = $4, expires_at = $5, family = $6
          WHERE kind = $1 AND key = $2 AND value = $3 AND ${live('$7')}
            AND ($9::text IS NULL OR EXISTS (SELECT FROM guard)) RETURNING kind, key, expires_at
        ), recorded AS (
          INSERT INTO ${changes} SELECT kind, key, pg_current_xact_id(), expires_at FROM changed WHERE $8::boolean
          ON CONFLICT (kind, key) DO UPDATE SET transaction_id = excluded.transaction_id, expires_at = excluded.expires_at
        ) SELECT CASE WHEN $8::boolean THEN pg_notify('${schema}', kind) END AS notified FROM changed`,
    },
    readTime: { name: 'read-time', text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms' },
    // Rows that another node removes at the same time are skipped.
    sweep: { name: 'sweep', text: sweepOf(table) },
    sweepChanges: { name: 'sweep-changes', text: sweepOf(changes) },
  }
}

function sweepOf(table: string): string {
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE expires_at <= $1
    LIMIT ${maxSweptEntries} FOR UPDATE SKIP LOCKED)) RETURNING 1`
}
