/** Connects to the server of a location that accepts writes. */
import pg from 'pg'
import { endClient } from './end-client.ts'
import { PostgresError } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'
import { answerTimeoutMs, statementTimeoutMs } from './statement-timeouts.ts'

/** How the connection is used. */
export interface ConnectOptions {
  /** Whether statements are sent without waiting for the answers of earlier ones. */
  readonly pipeline: boolean
  /** Called before any statement is sent on the connection. */
  readonly prepare?: ((client: pg.Client) => Promise<void>) | undefined
}

const connectTimeoutMs = 5_000

/** Connects to the first host that accepts writes. Rejects with its error, or an `AggregateError` of several. */
export async function connectToPrimary(location: PostgresLocation, options: ConnectOptions): Promise<pg.Client> {
  const errors: unknown[] = []
  for (const { host, port } of location.hosts) {
    try {
      return await connectTo(location, host, port, options)
    } catch (cause) {
      if (cause instanceof PostgresError && cause.code === 'refused') throw cause
      errors.push(cause)
    }
  }
  throw errors.length === 1 ? errors[0] : new AggregateError(errors)
}

async function connectTo(
  { user, password, database, tls }: PostgresLocation,
  host: string,
  port: number,
  { pipeline, prepare }: ConnectOptions,
): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    pipeline,
    ssl: tls ? { ...tls, servername: host } : false,
    application_name: 'sluice',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  } as pg.ClientConfig)
  const ignore = () => {} // the promise of `connect` or of a statement rejects
  client.on('error', ignore)
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_standby')
    if (rows[0].is_standby) throw new PostgresError('unavailable', `${host}:${port} is a standby`)
    await prepare?.(client)
    return client
  } catch (cause) {
    await endClient(client)
    throw cause
  }
}
