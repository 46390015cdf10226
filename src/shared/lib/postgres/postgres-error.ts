/**
 * The errors of PostgreSQL and of connections to it.
 *
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
import { CodedError } from '../collections/coded-error.ts'

/**
 * `full`: the disk of the database is full. `busy`: other transactions kept the rows locked too long.
 * `unavailable`: the database cannot be reached at present. `closed`: the connection was closed. `refused`: the
 * database does not accept the user, or a newer version of Sluice wrote the tables. `failed`: any other error, also a
 * connection that ended before the answer.
 */
export type PostgresErrorCode = 'full' | 'busy' | 'unavailable' | 'closed' | 'refused' | 'failed'

/** A statement or an attempt to connect failed; `code` is the reason. */
export class PostgresError extends CodedError<PostgresErrorCode> {
  override name = 'PostgresError'
}

/** What to do about PgBouncer with `pool_mode = transaction` or `statement`. */
export const transactionPooling =
  'a pooler gives each transaction another connection, but notifications (LISTEN) and prepared statements need one of their own; use pool_mode = session for this database, or the port of PostgreSQL itself'

/** The texts of SQLSTATE codes. All of them mean that nothing of the statement was stored. */
const sentences: Record<string, readonly [PostgresErrorCode, string]> = {
  '53100': ['full', 'the disk of the database is full'],
  '53200': ['busy', 'the database has no memory left'],
  '53300': ['unavailable', 'the database has no free connection; raise max_connections'],
  '55P03': ['busy', 'another transaction kept the rows locked too long'],
  '57014': ['busy', 'the statement took too long and was cancelled'],
  '40P01': ['busy', 'other transactions wrote the same rows in another order'],
  '57P03': ['unavailable', 'the database starts or stops'],
  '25006': ['unavailable', 'the database is a standby and accepts no writes'],
  '28P01': ['refused', 'the user or the password is wrong'],
  '28000': ['refused', 'the database does not let this user in; see its pg_hba.conf'],
  '3D000': ['refused', 'there is no such database; create it first'],
  '42501': ['refused', 'the user lacks a right: it must own the schema, or be allowed to create it'],
  '42883': ['refused', 'a newer version of Sluice has changed the tables; upgrade this node'],
  '26000': ['refused', transactionPooling],
  '42P05': ['refused', transactionPooling],
  '42P01': ['refused', 'the tables are missing; they were removed while Sluice ran'],
}

/** Codes that can follow a commit, because the server ended while it waited for a standby or sent the result. */
const undecidedCodes = new Set(['57P01', '57P02', '08006', '08003', '08007'])

/** Returns the error of a failed attempt to connect. Nothing was stored. */
export function connectError(cause: unknown, name: string): PostgresError {
  const known = sentences[codeOf(cause)]
  const [code, sentence] = known ?? ['unavailable', `it cannot be reached (${textOf(cause)})`]
  return new PostgresError(code, `${name}: ${sentence}`, { cause })
}

/** Returns the error of a failed statement. `failed`: outcome unknown; repeat only what may take effect twice. */
export function statementError(cause: unknown, name: string): PostgresError {
  if (cause instanceof PostgresError) return cause
  const known = sentences[codeOf(cause)]
  if (known) return new PostgresError(known[0], `${name}: ${known[1]}`, { cause })
  const sentence = isUndecided(cause)
    ? `the connection ended before the answer (${textOf(cause)}); a write may have been stored or not`
    : textOf(cause)
  return new PostgresError('failed', `${name}: ${sentence}`, { cause })
}

/** Returns whether the connection ended before the answer, so that the statement may have been committed or not. */
export function isUndecided(cause: unknown): boolean {
  const code = codeOf(cause)
  return undecidedCodes.has(code) || !/^[0-9A-Z]{5}$/.test(code)
}

/** Returns whether the database aborted a transaction that succeeds when it runs again: a deadlock. */
export function isDeadlock(cause: unknown): boolean {
  return codeOf(cause) === '40P01'
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function textOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(textOf).join('; ')
  return cause instanceof Error ? cause.message || codeOf(cause) : String(cause)
}
