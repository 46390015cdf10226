/** Brings the tables of a PostgreSQL schema to the version of this program. */
import type { Client } from 'pg'

import { PostgresError } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'

/** The tables that a program wants: their version, and the statements that create or upgrade them. */
export interface SchemaMigration {
  version: number
  /** The statements. They run in one transaction, and only where the version is lower. */
  statements: string
}

/**
 * Creates the tables, or brings them to this version. Nodes that start together wait for each other on an advisory
 * lock. Throws `PostgresError` with `refused` when a newer version of Sluice has written the tables.
 */
export async function migrateSchema(
  client: Client,
  { schema, name }: Pick<PostgresLocation, 'schema' | 'name'>,
  { version, statements }: SchemaMigration,
): Promise<void> {
  if ((await findVersion(client, schema)) === version) return
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sluice schema ${schema}`])
    const found = await findVersion(client, schema)
    if (found > version) {
      const text = `a newer version of Sluice wrote it (schema ${found}, this version supports up to ${version}); upgrade this node`
      throw new PostgresError('refused', `${name}: ${text}`)
    }
    if (found < version) await client.query(`${statements}${saveVersion(schema, version)}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Returns the version of the tables; 0 when there are none. */
async function findVersion(client: Client, schema: string): Promise<number> {
  const found = await client.query('SELECT to_regclass($1) AS name', [`${schema}.version`])
  if (found.rows[0].name === null) return 0
  const { rows } = await client.query(`SELECT version FROM ${schema}.version`)
  return rows[0]?.version ?? 0
}

function saveVersion(schema: string, version: number): string {
  return `
CREATE TABLE IF NOT EXISTS ${schema}.version (version integer NOT NULL);
DELETE FROM ${schema}.version;
INSERT INTO ${schema}.version VALUES (${version});`
}
