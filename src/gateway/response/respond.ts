/**
 * The last step of a call: gives the caller the message that the policies left.
 */

import { free } from '../../http/client/index.ts'
import type { Call } from '../call/call.ts'
import type { BodySink } from '../call/call-message.ts'
import { waiting } from '../call/step.ts'
import { addGatewayHeaders } from '../execution/gateway-headers.ts'
import { rejectCall } from '../execution/reject-call.ts'
import { failCall } from '../execution/run.ts'
import { removeHeader } from '../message/headers.ts'
import { isBodyless } from '../upstream/response-headers.ts'
import { describeError, findUpstreamError, isClientTimeout } from '../upstream/upstream-errors.ts'

/** Writes the head, and the body as it comes. */
export function respond(call: Call): typeof waiting {
  const { exchange } = call.message
  if (exchange) {
    const delivery = new Delivery(call)
    exchange.flowTo(delivery)
    // A stream may be silent for long before it says something; most bodies are here with their head.
    if (Number.isNaN(call.message.responseLength)) setImmediate(sendHead, delivery)
    return waiting
  }

  const body = call.message.payload ?? nothing
  const fields = ownFields(call)
  const silent = isBodyless(call.message.status)
  if (!silent) fields.push('Content-Length', String(body.length))
  call.progress.isOver = true
  call.outcome.bytesSent = body.length
  call.response.writeHead(call.message.status, addGatewayHeaders(fields, call, call.message.status))
  if (silent || call.method === 'HEAD') call.response.end()
  else call.response.end(body)
  return waiting
}

function sendHead(delivery: Delivery): void {
  delivery.sendHead()
}

const nothing = Buffer.alloc(0)

/** For a body made here. As long as nobody has answered, the message holds the caller's fields: they do not go back. */
function ownFields({ message, outcome, progress }: Pick<Call, 'message' | 'outcome' | 'progress'>): string[] {
  const { headers, headersSetByPolicies } = message
  const isAnswer = outcome.upstreamRespondedAt > 0 || progress.caughtError !== undefined
  return headers.filter((_, index) => {
    const name = (headers[index - (index % 2)] as string).toLowerCase()
    return name !== 'content-length' && (isAnswer || headersSetByPolicies?.has(name))
  })
}

/**
 * The way of an upstream's body to the caller, no faster than the caller reads. The head goes out with the first part
 * of the body: an upstream that breaks off before that is still answered with an error.
 */
class Delivery implements BodySink {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  write(chunk: Buffer): boolean {
    const call = this.#call
    if (!this.#begin()) return true
    call.outcome.bytesSent += chunk.length
    if (call.outcome.bytesSent !== call.message.responseLength)
      return call.response.write(chunk, (error) => {
        if (!error) free(chunk)
      })

    call.response.end(chunk) // the last part and the end in one go
    return true
  }

  onDrain(resume: () => void): void {
    this.#call.response.once('drain', resume)
  }

  end(): void {
    const call = this.#call
    if (!this.#begin()) return
    call.progress.isOver = true
    if (!call.response.writableEnded) call.response.end()
  }

  /** A response that is cut short must not look complete: the connection goes with it (RFC 9112 section 8). */
  fail(error: Error): void {
    const call = this.#call
    if (call.progress.isOver) return
    call.outcome.detail = describeError(error)
    if (!call.response.headersSent) {
      rejectCall(call, findUpstreamError(error))
      return
    }
    call.progress.isOver = true
    call.outcome.reason = isClientTimeout(error) ? 'client_stalled' : 'upstream_broken'
    call.response.destroy()
  }

  sendHead(): void {
    if (!this.#call.response.writableEnded && this.#begin()) this.#call.response.flushHeaders()
  }

  /** Writes the head unless that is done. False: the call is over. */
  #begin(): boolean {
    const call = this.#call
    if (call.response.headersSent) return true
    if (call.progress.isOver) return false
    if (isBodyless(call.message.status)) removeHeader(call.message.headers, 'content-length')
    try {
      call.response.writeHead(
        call.message.status,
        addGatewayHeaders(call.message.headers, call, call.message.status),
      )
    } catch (error) {
      failCall(call, error)
      return false
    }
    return true
  }
}
