/** Brings the tables of a PostgreSQL schema to the version of this program. */
import type { Client } from 'pg'
import { PostgresError } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'

/** The tables that a program wants: their version, and the statements that create or upgrade them. */
export interface SchemaMigration {
  /** Programs with a lower version refuse the tables. */
  version: number
  /** Counts additions within a version, which older programs can ignore: new tables, functions with more effects. */
  additions?: number
  /** Statements for one transaction, run where the version is lower or has fewer additions. They can run again. */
  statements: string
}

/** Creates or migrates the tables, one node at a time. Throws `PostgresError` `refused` for newer tables. */
export async function migrateSchema(
  client: Client,
  { schema, name }: Pick<PostgresLocation, 'schema' | 'name'>,
  { version, additions = 0, statements }: SchemaMigration,
): Promise<void> {
  const isDone = (found: FoundVersion) => found.version === version && found.additions >= additions
  if (isDone(await findVersion(client, schema))) return
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sluice schema ${schema}`])
    const found = await findVersion(client, schema)
    if (found.version > version) {
      const text = `a newer version of Sluice wrote it (schema ${found.version}, this version supports up to ${version}); upgrade this node`
      throw new PostgresError('refused', `${name}: ${text}`)
    }
    if (!isDone(found)) await client.query(`${statements}${saveVersion(schema, version, additions)}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

type FoundVersion = { version: number; additions: number }

/** Returns the version of the tables; 0 when there are none. Earlier versions stored no additions. */
async function findVersion(client: Client, schema: string): Promise<FoundVersion> {
  const found = await client.query('SELECT to_regclass($1) AS name', [`${schema}.version`])
  if (found.rows[0].name === null) return { version: 0, additions: 0 }
  const { rows } = await client.query(`SELECT to_jsonb(found) AS found FROM ${schema}.version AS found`)
  return { version: 0, additions: 0, ...rows[0]?.found }
}

function saveVersion(schema: string, version: number, additions: number): string {
  return `
CREATE TABLE IF NOT EXISTS ${schema}.version (version integer NOT NULL);
ALTER TABLE ${schema}.version ADD COLUMN IF NOT EXISTS additions integer NOT NULL DEFAULT 0;
DELETE FROM ${schema}.version;
INSERT INTO ${schema}.version VALUES (${version}, ${additions});`
}
