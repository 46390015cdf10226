/** Dumps and restores the state of the gateway in PostgreSQL, with the programs of PostgreSQL. */
import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { promisify } from 'node:util'
import { connectToPrimary } from '../../shared/lib/postgres/connect-to-primary.ts'
import { endClient } from '../../shared/lib/postgres/end-client.ts'
import { parsePostgresLocation } from '../../shared/lib/postgres/postgres-location.ts'
import { BackupError } from './backup-manifest.ts'

const run = promisify(execFile)

/** Writes the tables as of one moment (the snapshot of pg_dump) to a file, and reads all of it once. Rejects with `BackupError`. */
export async function dumpStore(url: string, file: string, environment = process.env): Promise<void> {
  const { schema } = parsePostgresLocation(url)
  await runProgram(
    'pg_dump',
    ['--format=custom', `--schema=${schema}`, '--no-owner', `--file=${file}`],
    url,
    environment,
  )
  await chmod(file, 0o600)
  await runProgram('pg_restore', ['--file=/dev/null', file], undefined, environment)
}

/** Restores a dump in one transaction. Existing tables need `replace`, and must not be in use. Rejects with `BackupError`. */
export async function restoreStore(
  url: string,
  file: string,
  { replace = false, environment = process.env } = {},
): Promise<void> {
  const location = parsePostgresLocation(url)
  const client = await connectToPrimary(location, { pipeline: false })
  try {
    const { rows } = await client.query(
      "SELECT count(*)::int AS others FROM pg_stat_activity WHERE application_name = 'sluice' AND datname = current_database() AND pid <> pg_backend_pid()",
    )
    if (rows[0].others > 0)
      throw new BackupError(`${location.name} is in use: stop all gateways and queue managers of the database first`)
    const found = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS exists', [location.schema])
    if (found.rows[0].exists && !replace)
      throw new BackupError(
        `${location.name} has the schema ${location.schema}: use --replace, which replaces its tables`,
      )
  } finally {
    await endClient(client)
  }
  const options = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error']
  await runProgram('pg_restore', [...options, file], url, environment)
}

async function runProgram(
  program: string,
  options: readonly string[],
  url: string | undefined,
  environment: NodeJS.ProcessEnv,
) {
  const { database, password } = url === undefined ? { database: [], password: undefined } : toLibpq(url)
  const env = { ...environment, PGPASSWORD: password ?? environment.PGPASSWORD }
  await run(program, [...database, ...options], { env }).catch((cause: NodeJS.ErrnoException & { stderr?: string }) => {
    const reason =
      cause.code === 'ENOENT'
        ? 'it is not on the PATH: install the client programs of PostgreSQL (Debian: postgresql-client), or leave the database to its own backup with --without-store'
        : (cause.stderr ?? cause.message).trim()
    throw new BackupError(`${program}: ${reason}`, { cause })
  })
}

/** Returns the URL for the library of PostgreSQL. The password is not among the arguments, which other users can read. */
function toLibpq(url: string): { database: string[]; password: string | undefined } {
  const [, start = '', password, rest = '', query = ''] =
    /^(postgres(?:ql)?:\/\/[^:@/]*)(?::([^@/]*))?(@[^?]*)(?:\?(.*))?$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  parameters.delete('schema')
  parameters.set('target_session_attrs', 'read-write')
  return {
    database: [`--dbname=${start}${rest}?${parameters}`],
    password: password === undefined ? undefined : decodeURIComponent(password),
  }
}
