/** Runs the steps of a call one after the other, without a promise unless a step returns one, and rejects calls. */
import { JsonLimitError } from '../../../shared/lib/collections/json-object.ts'
import { renderLocation } from '../../config/types/index.ts'
import { moveChallenge } from '../../contract/access/resource-url.ts'
import { findPublicPlace } from '../../lib/http/public-place.ts'
import { noteError, noteStep } from '../activity/trace-steps.ts'
import type { Call } from '../call/call.ts'
import { type CallStep, type CallStepResult, resumedLater } from '../call/call-progress.ts'
import { errorContentTypes, negotiateErrorFormat } from '../errors/error-body.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { isGrpcRequest, renderGrpcError } from '../errors/grpc-error.ts'
import { addLimitHeaders } from '../limits/limit-headers.ts'
import { applyReasonPhrase } from '../message/reason-phrase.ts'
import { catchError } from './recovery.ts'

const fault = new GatewayError('fault')

/** Continues a call: runs its steps until a step rejects it, a step waits, or none is left. */
export function runSteps(call: Call, outcome?: ReturnType<CallStep>): void {
  const { progress } = call
  let current = outcome
  while (!progress.isOver && current !== resumedLater) {
    if (current !== undefined) {
      if (current instanceof Promise) {
        whenSettled(call, current)
        return
      }
      if (call.notes) noteError(call, current)
      if (!catchError(call, current)) {
        rejectCall(call, current)
        return
      }
    }
    let frame = progress.frame
    while (frame && frame.next === frame.steps.length) frame = frame.parent
    progress.frame = frame
    const step = frame?.steps[frame.next++]
    if (!step) return
    if (call.notes) noteStep(call, step)
    try {
      current = step(call)
    } catch (error) {
      current = faultOf(call, error)
    }
  }
}

function whenSettled(call: Call, outcome: Promise<CallStepResult | typeof resumedLater>): void {
  outcome.then(
    (settled) => runSteps(call, settled),
    (error) => runSteps(call, faultOf(call, error)),
  )
}

/** Rejects a call with the reason `fault`, after an error in a step that had returned `waiting`. */
export function failCall(call: Call, error: unknown): void {
  runSteps(call, faultOf(call, error))
}

/** Logs an unexpected error and returns the error for the caller, which reveals nothing about it but a limit. */
function faultOf(call: Call, error: unknown): GatewayError {
  if (error instanceof JsonLimitError) {
    call.outcome.detail = error.message
    return new GatewayError('payload_too_large', { text: error.message })
  }
  if (!call.progress.isOver) call.deps.log.error({ err: error, requestId: call.id }, 'a step of a call failed')
  return fault
}

/** Ends a call with an error response. A response that has begun is broken off, so that it does not look complete. */
export function rejectCall(call: Call, rejection: GatewayError): void {
  call.progress.isOver = true
  call.outcome.reason = rejection.reason
  call.outcome.location ??= rejection.location && renderLocation(rejection.location)
  call.message.exchange?.cancel()

  const { response } = call
  if (response.headersSent) {
    response.destroy() // the head was sent, and a response that is cut short must not look complete
    return
  }

  const place = findPublicPlace(call.request)
  const { baseUrl } = call.deps
  const own =
    place && baseUrl ? rejection.headers.map((each) => moveChallenge(each, place, baseUrl)) : rejection.headers
  if (isGrpcRequest(call.request)) {
    call.outcome.switchedStatus = rejection.status // what telemetry counts
    const headers = [...renderGrpcError(rejection.status, rejection.text), ...own]
    response.writeHead(200, addGatewayHeaders(headers, call, rejection.status))
    response.end()
    return
  }
  const format = negotiateErrorFormat(call.head.accept)
  const body = rejection.body(format)
  call.outcome.bytesSent = body.length
  const headers = ['Content-Type', errorContentTypes[format], 'Content-Length', String(body.length)]
  headers.push(...own)
  applyReasonPhrase(call, rejection.reasonPhrase)
  response.writeHead(rejection.status, addGatewayHeaders(headers, call, rejection.status))
  if (call.method === 'HEAD') response.end()
  else response.end(body)
}

/** Appends headers to a flat list like `rawHeaders`, and returns it. */
export function addGatewayHeaders(
  headers: string[],
  call: Pick<Call, 'id' | 'addedHeaders' | 'limits'>,
  status: number,
): string[] {
  headers.push(...listGatewayHeaders(call, status), ...call.addedHeaders.list)
  return headers
}

/** Renders the headers of each response as lines, each after a line end. */
export function renderGatewayLines(call: Pick<Call, 'id' | 'limits'>, status: number): string {
  const headers = listGatewayHeaders(call, status)
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) lines += `\r\n${headers[index]}: ${headers[index + 1]}`
  return lines
}

/** Returns the headers of each response. Limits add Retry-After to 429 and 503. */
function listGatewayHeaders({ id, limits }: Pick<Call, 'id' | 'limits'>, status: number): string[] {
  const { shown, retryAfterSeconds } = limits
  const headers = ['X-Request-Id', id]
  if (shown) addLimitHeaders(headers, shown)
  if (retryAfterSeconds !== undefined && (status === 429 || status === 503))
    headers.push('Retry-After', String(retryAfterSeconds))
  return headers
}
