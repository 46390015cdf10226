/**
 * One connection to PostgreSQL that connects again after a failure. Statements are pipelined: they are sent without
 * waiting for the answers of earlier ones.
 */
import pg from 'pg'

import { connectError, isUndecided, PostgresError, statementError } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'

/** A statement that is prepared once per connection, by its name. */
export interface PostgresStatement {
  name: string
  text: string
}

/** A connection that is opened when it is needed. */
export interface PostgresConnection {
  /**
   * Returns the rows. Throws `PostgresError`: `unavailable` when nothing was sent, `failed` when the connection
   * ended before the answer.
   */
  query(statement: PostgresStatement, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Waits for the answers of the statements that were sent, and closes the connection. */
  close(): Promise<void>
}

/** What a connection does when it is opened, and what it reports. */
export interface PostgresConnectionOptions {
  location: PostgresLocation
  /** Called with each new connection before any statement is sent on it. */
  prepare?(client: pg.Client): Promise<void>
  /** Called with the payload of each notification that arrives on the connection. */
  onNotification?(payload: string): void
}

const connectTimeoutMs = 5_000
/** The database cancels a statement after this time; the connection is given up `answerGraceMs` later. */
const statementTimeoutMs = 10_000
const answerGraceMs = 5_000
const minRetryMs = 50
const maxRetryMs = 2_000

/** Returns a connection that is not open yet. */
export function openPostgresConnection(options: PostgresConnectionOptions): PostgresConnection {
  const { location, prepare, onNotification } = options
  let connecting: Promise<pg.Client> | undefined
  let client: pg.Client | undefined
  let closed = false
  let failure: PostgresError | undefined
  let failures = 0
  let retryAt = 0

  return {
    async query({ name, text }, values) {
      const open = client ?? (await connect())
      try {
        return (await open.query({ name, text, values: [...values] })).rows
      } catch (cause) {
        if (isUndecided(cause)) drop(open)
        throw statementError(cause, location.name)
      }
    },

    async close() {
      closed = true
      const last = client ?? (await connecting?.catch(() => undefined))
      client = undefined
      await last?.end().catch(() => {})
    },
  }

  /** Connects, once for all who wait. While the pause after a failure lasts, fails at once with the last reason. */
  function connect(): Promise<pg.Client> {
    if (closed)
      return Promise.reject(new PostgresError('closed', `${location.name}: the connection is closed`))
    if (failure && performance.now() < retryAt) return Promise.reject(failure)
    connecting ??= tryHosts()
      .then(
        (opened) => {
          failures = 0
          failure = undefined
          client = opened
          return opened
        },
        (cause) => {
          failure = cause instanceof PostgresError ? cause : connectError(cause, location.name)
          retryAt = performance.now() + Math.min(minRetryMs * 2 ** failures, maxRetryMs)
          failures += 1
          throw failure
        },
      )
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }

  /** Returns a connection to the first host that accepts writes. */
  async function tryHosts(): Promise<pg.Client> {
    const errors: unknown[] = []
    for (const { host, port } of location.hosts) {
      try {
        return await connectTo(host, port)
      } catch (cause) {
        if (cause instanceof PostgresError && cause.code === 'refused') throw cause
        errors.push(cause)
      }
    }
    throw errors.length === 1 ? errors[0] : new AggregateError(errors)
  }

  async function connectTo(host: string, port: number): Promise<pg.Client> {
    const opened = new pg.Client({
      ...{ host, port, user: location.user, password: location.password, database: location.database },
      ssl: location.tls ? { ...location.tls, servername: host } : false,
      application_name: 'sluice',
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + answerGraceMs,
      keepAlive: true,
      pipeline: true,
    } as pg.ClientConfig)
    opened.on('error', () => drop(opened))
    opened.on('end', () => drop(opened))
    opened.on('notification', ({ payload }) => onNotification?.(payload ?? ''))
    try {
      await opened.connect()
      const { rows } = await opened.query('SELECT pg_is_in_recovery() AS is_standby')
      if (rows[0].is_standby) throw new PostgresError('unavailable', `${host}:${port} is a standby`)
      await prepare?.(opened)
      return opened
    } catch (cause) {
      await opened.end().catch(() => {})
      throw cause
    }
  }

  function drop(dropped: pg.Client): void {
    if (client !== dropped) return
    client = undefined
    dropped.end().catch(() => {})
  }
}
