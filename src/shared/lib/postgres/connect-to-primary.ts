/** Connects to the server of a location that accepts writes. */
import { isIP } from 'node:net'
import pg from 'pg'
import { answerTimeoutMs, endClient, statementTimeoutMs } from './end-client.ts'
import { PostgresError, transactionPooling } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'

/** How the connection is used. */
export interface ConnectOptions {
  /** Whether statements are sent without waiting for the answers of earlier ones. */
  readonly pipeline: boolean
  /** Called before any statement is sent on the connection. */
  readonly prepare?: ((client: pg.Client) => Promise<void>) | undefined
}

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

/** What PgBouncer refuses unless `ignore_startup_parameters` has it. */
const refusedParameter = /unsupported startup parameter/

async function connectTo(
  location: PostgresLocation,
  host: string,
  port: number,
  { pipeline, prepare }: ConnectOptions,
): Promise<pg.Client> {
  const config = { ...buildConfig(location, host, port), pipeline }
  const { client, isPooled } = await openClient(config)
  try {
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_standby')
    if (rows[0].is_standby) throw new PostgresError('unavailable', `${host}:${port} is a standby`)
    if (isPooled && (await sharesBackend(client, config)))
      throw new PostgresError('refused', `${location.name}: ${transactionPooling}`)
    await prepare?.(client)
    return client
  } catch (cause) {
    await endClient(client)
    throw cause
  }
}

function buildConfig({ user, password, database, tls }: PostgresLocation, host: string, port: number) {
  return {
    host,
    port,
    user,
    password,
    database,
    // The certificate is checked against the host; an address is not sent as a server name (RFC 6066 section 3).
    ssl: tls ? { ...tls, host, servername: isIP(host) === 0 ? host : undefined } : false,
    application_name: 'sluice',
    connectionTimeoutMillis: 5_000,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  }
}

/** Opens a connection. Behind a pooler that takes no parameters of the session, a statement sets the timeout. */
async function openClient(config: object): Promise<{ client: pg.Client; isPooled: boolean }> {
  const open = async (settings: object) => {
    const client = new pg.Client(settings as pg.ClientConfig)
    client.on('error', () => {}) // the promise of `connect` or of a statement rejects
    await client.connect().catch(async (cause: unknown) => {
      await endClient(client)
      throw cause
    })
    return client
  }
  try {
    return { client: await open({ ...config, statement_timeout: statementTimeoutMs }), isPooled: false }
  } catch (cause) {
    if (!refusedParameter.test((cause as Error).message)) throw cause
  }
  const client = await open(config)
  await client.query(`SET statement_timeout = ${statementTimeoutMs}`)
  return { client, isPooled: true }
}

/** Returns whether a second client gets the backend of the first one between two statements: pooling by transaction. */
async function sharesBackend(first: pg.Client, config: object): Promise<boolean> {
  const { client: second } = await openClient(config)
  const findBackend = async (client: pg.Client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  try {
    return (await findBackend(first)) === (await findBackend(second))
  } finally {
    await endClient(second)
  }
}
