/**
 * Reason codes of the queue manager as answers of the REST API. Administration and messaging answer some of them
 * differently, so each has its own table; what a table does not name is a 500 that carries the code.
 */
import { type MqError, reasonName } from '../../qm/index.ts'
import type { CommandRejectedError } from './command-rejected-error.ts'
import { RestError } from './rest-error.ts'

/** What was tried: "alter" the queue "A", as `principal`. */
export interface AttemptedOperation {
  action: string
  object: string
  principal?: string
  qmgr?: string
  /** What is told when the object does not exist; that a queue does not, when left out. */
  notFoundMessageId?: 'MQWB0037E' | 'MQWB0038E' | 'MQWB0039E'
}

/** The status of each reason that refuses an administrative request. */
const adminStatus: Readonly<Record<number, number>> = {
  2042: 400,
  2055: 400,
  4001: 400,
  4002: 400,
  4003: 400,
  4004: 400,
  4005: 400,
}

/** The queue manager cannot be talked to at all. */
const notAvailable = new Set([2059, 2161, 2162, 2543])

/** An error of a connection that administers. */
export function toAdminError(error: MqError, attempt: AttemptedOperation): RestError {
  const { reasonCode } = error
  const options = codes(error)

  if (reasonCode === 2058) return new RestError('MQWB0009E', [error.object ?? attempt.object], options)
  if (notAvailable.has(reasonCode)) {
    const name = attempt.qmgr ?? error.object ?? attempt.object
    return new RestError('MQWB0004E', [name, reasonCode, reasonName(reasonCode)], options)
  }
  if (reasonCode === 2035) return notAuthorized(error, attempt)
  if (reasonCode === 2085) return createNotFoundError(attempt)
  if (reasonCode === 2101) return damaged(error, attempt)

  const status = adminStatus[reasonCode] ?? 500
  return new RestError('MQWB0003E', [reasonCode, reasonName(reasonCode), attempt.object], {
    ...options,
    status,
  })
}

/** The object of an attempt does not exist, as the commands of the queue manager say it. */
export function createNotFoundError({
  notFoundMessageId: missing = 'MQWB0037E',
  object,
}: Pick<AttemptedOperation, 'notFoundMessageId' | 'object'>): RestError {
  return new RestError(missing, [object], { type: 'pcf', completionCode: 2, reasonCode: 3312 })
}

/** A command that was refused. */
export function toCommandError(
  { reasonCode, message }: CommandRejectedError,
  attempt: AttemptedOperation,
): RestError {
  const { principal = '', action, object } = attempt
  const options = { type: 'pcf', completionCode: 2, reasonCode } as const

  if (reasonCode === 2085) return createNotFoundError(attempt)
  if (reasonCode === 2035) return new RestError('MQWB0103E', [principal, action, object], options)
  return new RestError('MQWB0040E', [action, object, message], options)
}

/** The status of each reason that refuses a message. */
const messagingStatus: Readonly<Record<number, number>> = {
  2016: 405,
  2051: 405,
  2425: 400,
}

/** The destination cannot be reached: it, its queue manager or what it resolves to is not there, or not up. */
const unreachable: Readonly<Record<number, number>> = {
  2058: 404,
  2059: 503,
  2082: 404,
  2085: 404,
  2086: 404,
  2087: 404,
  2152: 404,
  2161: 503,
  2162: 503,
  2196: 404,
  2543: 503,
}

/** An error of a connection that puts, gets, browses or publishes. */
export function toMessagingError(error: MqError, attempt: AttemptedOperation & { qmgr: string }): RestError {
  const { reasonCode } = error
  const options = codes(error)
  const name = reasonName(reasonCode)

  if (reasonCode === 2035) return notAuthorized(error, attempt)
  if (reasonCode === 2101) return damaged(error, attempt)
  if (reasonCode === 2110) return new RestError('MQWB0309E', [attempt.object, error.message], options)

  const status = unreachable[reasonCode]
  if (status) {
    const inserts = [attempt.object, attempt.qmgr, reasonCode, name]
    return new RestError('MQWB0300E', inserts, { ...options, status })
  }
  const inserts = [attempt.object, reasonCode, name]
  return new RestError('MQWB0303E', inserts, { ...options, status: messagingStatus[reasonCode] ?? 500 })
}

function notAuthorized(error: MqError, { principal = '', action, object }: AttemptedOperation): RestError {
  return new RestError('MQWB0103E', [principal, action, object], codes(error))
}

function damaged(error: MqError, { object }: AttemptedOperation): RestError {
  return new RestError('MQWB0102E', [error.object ?? object], codes(error))
}

function codes(error: MqError) {
  const { completionCode, reasonCode } = error
  return { completionCode, reasonCode, cause: error }
}
