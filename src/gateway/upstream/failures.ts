/**
 * What went wrong with an upstream: the refusal that the caller gets, and the words for the log.
 */

import { BodyBroken, ConnectionClosed, InvalidRequest } from '../../http/client/index.ts'
import { Refusal } from '../call/refusals.ts'

/** Somebody was expected to send something and did not. */
export class Silence extends Error {
  override name = 'Silence'
  readonly code = 'SILENCE'
  readonly of: 'upstream' | 'client'

  constructor(of: 'upstream' | 'client') {
    super(of === 'upstream' ? 'the upstream was silent for too long' : 'the caller was silent for too long')
    this.of = of
  }
}

/** The caller sends more than the document allows. */
export class TooLong extends Error {
  override name = 'TooLong'
  readonly code = 'TOO_LONG'
}

/** Every origin of an upstream is left alone for a while. */
export class NoneLeft extends Error {
  override name = 'NoneLeft'
  readonly code = 'NONE_LEFT'

  constructor() {
    super('every target is left alone after repeated failures')
  }
}

const unreachable = new Refusal('upstream_unreachable')
const closed = new Refusal('upstream_closed')
const malformed = new Refusal('upstream_malformed')
const silent = new Refusal('upstream_silent')
const tooLong = new Refusal('payload_too_large')
const unusable = new Refusal('value_unusable')
const resting = new Refusal('upstream_resting', { headers: ['Retry-After', '5'] })
const stalled = new Refusal('request_stalled')

/** Codes of Node and of the client; whatever is not here happened while the connection was made. */
const byCode: Readonly<Record<string, Refusal>> = {
  NONE_LEFT: resting,
  TOO_LONG: tooLong,
  INVALID_REQUEST: unusable,
  CONNECT_TIMEOUT: silent,
  ETIMEDOUT: silent,
  CONNECTION_CLOSED: closed,
  ECONNRESET: closed,
  EPIPE: closed,
  MALFORMED: malformed,
}

/** The refusal for a call whose upstream did not answer. */
export function unansweredBecause(error: Error): Refusal {
  if (error instanceof Silence) return error.of === 'client' ? stalled : silent
  return byCode[codeOf(error)] ?? unreachable
}

/** For an upstream that answered with an error. */
export function failedWith(status: number): Refusal {
  return new Refusal('upstream_failed', { status })
}

export function isSilenceOfClient(error: Error): boolean {
  return error instanceof Silence && error.of === 'client'
}

/** What is wrong with the request, not with who gets it. */
const ofRequest = [TooLong, BodyBroken, InvalidRequest] as const

/** Whether the upstream is to blame. */
export function isWorkOfUpstream(error: Error): boolean {
  return !isSilenceOfClient(error) && !ofRequest.some((kind) => error instanceof kind)
}

/** Silence has cost the caller its time already, and nobody is left to ask after `NoneLeft`. */
export function isWorthAnotherTry(error: Error): boolean {
  return !(error instanceof Silence) && !(error instanceof NoneLeft)
}

/** Whether a request may have met a connection that the upstream had already given up. */
export function isStaleConnection(error: Error): boolean {
  if (error instanceof ConnectionClosed) return error.isReused
  const code = codeOf(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** For the log: the code and the words, which name hosts and ports but nothing of the call. */
export function describeFailure(error: Error): string {
  const code = codeOf(error)
  const message =
    error instanceof AggregateError ? error.errors.map(({ message }) => message).join(', ') : error.message
  return code ? `${code}: ${message}` : message
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
