/**
 * Translates MQ reason codes into errors of the REST API. Administration and messaging have a table each, because they
 * use different statuses for some codes. A code in neither table becomes status 500 with the code in the body.
 */
import { type CommandResponse, type MqError, reasonName } from '../../manager/index.ts'
import { RestError } from './rest-error.ts'

/** The operation that failed: `action` ("alter") on `object`, as `principal`. */
export interface AttemptedOperation {
  action: string
  object: string
  principal?: string
  qmgr?: string
  /** The message id for an object that does not exist; the one for queues when undefined. */
  notFoundMessageId?: 'MQWB0037E' | 'MQWB0038E' | 'MQWB0039E'
}

/** The HTTP status of each reason code of an administrative request. */
const adminStatus: Readonly<Record<number, number>> = {
  2009: 503,
  2042: 400,
  2055: 400,
  4001: 400,
  4002: 400,
  4003: 400,
  4004: 400,
  4005: 400,
}

/** Reason codes of a queue manager that is not available. */
const notAvailable = new Set([2059, 2161, 2162, 2543])

/** Translates an `MqError` of an administrative request. */
export function toAdminError(error: MqError, attempt: AttemptedOperation): RestError {
  const { reasonCode } = error
  const options = codes(error)

  if (reasonCode === 2058 || reasonCode === 2087)
    return new RestError('MQWB0009E', [attempt.qmgr ?? error.object ?? attempt.object], options)
  if (reasonCode === 2085 && error.object === 'SYSTEM.REST.REPLY.QUEUE')
    return new RestError('MQWB0111E', [error.object], options)
  if (notAvailable.has(reasonCode)) {
    const name = attempt.qmgr ?? error.object ?? attempt.object
    return new RestError('MQWB0004E', [name, reasonCode, reasonName(reasonCode)], options)
  }
  if (reasonCode === 2035) return notAuthorized(error, attempt)
  if (reasonCode === 2085) return createNotFoundError(attempt)
  if (reasonCode === 2101) return damaged(error, attempt)

  const status = adminStatus[reasonCode] ?? 500
  return new RestError('MQWB0003E', [reasonCode, reasonName(reasonCode), attempt.object], { ...options, status })
}

/** Returns the 404 error for the object, with reason code 3312 (MQRCCF_UNKNOWN_OBJECT_NAME). */
export function createNotFoundError({
  notFoundMessageId: missing = 'MQWB0037E',
  object,
}: Pick<AttemptedOperation, 'notFoundMessageId' | 'object'>): RestError {
  return new RestError(missing, [object], { type: 'pcf', completionCode: 2, reasonCode: 3312 })
}

/** Translates a rejected command. */
export function toCommandError({ reasonCode, message }: CommandRejectedError, attempt: AttemptedOperation): RestError {
  const { principal = '', action, object } = attempt
  const options = { type: 'pcf', completionCode: 2, reasonCode } as const

  if (reasonCode === 2085) return createNotFoundError(attempt)
  if (reasonCode === 2035) return new RestError('MQWB0103E', [principal, action, object], options)
  return new RestError('MQWB0040E', [action, object, message], options)
}

/** The HTTP status of each reason code of a messaging request. */
const messagingStatus: Readonly<Record<number, number>> = {
  2009: 503,
  2016: 405,
  2051: 405,
  2320: 400,
  2425: 400,
  2459: 400,
}

/** The HTTP status of each reason code for a destination, queue manager or target that is missing or not running. */
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

/** Translates an `MqError` of a put, get, browse or publish. */
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

/**
 * Reason codes after which the same request may succeed soon: the queue manager becomes available, here or on another machine, a
 * queue has space again, another application closes it, or work that was backed out is repeated.
 */
const temporary = new Set([2003, 2009, 2042, 2053, 2102, 2192, ...notAvailable])

/** Returns whether a request can be repeated unchanged after an error with this reason code. */
export function isTemporary(reasonCode: number): boolean {
  return temporary.has(reasonCode)
}

function codes(error: MqError) {
  const { completionCode, reasonCode } = error
  const headers = temporary.has(reasonCode) ? { headers: { 'Retry-After': '1' } } : undefined
  return { completionCode, reasonCode, cause: error, ...headers }
}

export class CommandRejectedError extends Error {
  override name = 'CommandRejectedError'
  readonly reasonCode: number

  /** The error message consists of the messages of the queue manager, with their ids. */
  constructor({ reasonCode, messages }: CommandResponse) {
    super(messages.join(' '))
    this.reasonCode = reasonCode
  }
}
