/** A connection to PostgreSQL that is opened again after failures. Statements are sent without waiting. */
import type pg from 'pg'
import { connectToPrimary } from './connect-to-primary.ts'
import { endClient } from './end-client.ts'
import { connectError, isUndecided, PostgresError, statementError } from './postgres-error.ts'
import type { PostgresLocation } from './postgres-location.ts'

/** A statement that is prepared once per connection, by its name. */
export type PostgresStatement = { name: string; text: string }

/** A connection that is opened when it is needed. */
export interface PostgresConnection {
  /** Returns the rows. Throws `PostgresError`: `unavailable` when nothing was sent, `failed` without an answer. */
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
      if (last) await endClient(last)
    },
  }

  /** Connects, once for all who wait. While the pause after a failure lasts, fails at once with the last reason. */
  function connect(): Promise<pg.Client> {
    if (closed) return Promise.reject(new PostgresError('closed', `${location.name}: the connection is closed`))
    if (failure && performance.now() < retryAt) return Promise.reject(failure)
    connecting ??= open()
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

  function open(): Promise<pg.Client> {
    return connectToPrimary(location, {
      pipeline: true,
      async prepare(opened) {
        opened.on('error', () => drop(opened))
        opened.on('end', () => drop(opened))
        opened.on('notification', ({ payload }) => onNotification?.(payload ?? ''))
        await prepare?.(opened)
      },
    })
  }

  function drop(dropped: pg.Client): void {
    if (client !== dropped) return
    client = undefined
    void endClient(dropped)
  }
}
