/**
 * The last step of a call: gives the caller the message that the policies left.
 */

import { free } from '../../http/client/index.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { Call } from '../call.ts'
import { waiting } from '../run.ts'
import type { Sink } from '../upstream/body-flow.ts'
import { describeFailure, isSilenceOfClient } from '../upstream/failures.ts'
import { linger } from './linger.ts'
import { addOwnHeaders } from './own-headers.ts'

/** Writes the head, and the body as it comes. */
export function respond(call: Call): typeof waiting {
  const { exchange } = call
  if (exchange) {
    call.response.writeHead(call.status, addOwnHeaders(call.headers, call, call.status))
    exchange.flowTo(new Delivery(call))
    // A stream may be silent for long before it says something; most bodies are here with their head.
    if (Number.isNaN(call.answerLength)) setImmediate(flushHead, call.response)
    return waiting
  }

  const body = call.payload ?? nothing
  const fields = ownFields(call)
  const silent = bodyless(call.status)
  if (!silent) fields.push('Content-Length', String(body.length))
  call.over = true
  call.bytesOut = body.length
  call.response.writeHead(call.status, addOwnHeaders(fields, call, call.status))
  if (silent || call.method === 'HEAD') call.response.end()
  else call.response.end(body)
  if (call.hasBody) linger(call.request)
  return waiting
}

function flushHead(response: HttpResponse): void {
  if (!response.writableEnded) response.flushHeaders()
}

const nothing = Buffer.alloc(0)

/** For a body made here. As long as nobody has answered, the message holds the caller's fields: they do not go back. */
function ownFields({ headers, fieldsSet, upstreamAnsweredAt, error }: Call): string[] {
  const isAnswer = upstreamAnsweredAt > 0 || error !== undefined
  return headers.filter((_, index) => {
    const name = (headers[index - (index % 2)] as string).toLowerCase()
    return name !== 'content-length' && (isAnswer || fieldsSet?.has(name))
  })
}

/** RFC 9110 sections 15.3.5 and 15.4.5. */
function bodyless(status: number): boolean {
  return status === 204 || status === 304
}

/** The way of an upstream's body to the caller, no faster than the caller reads. */
class Delivery implements Sink {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  write(chunk: Buffer): boolean {
    const call = this.#call
    call.bytesOut += chunk.length
    if (call.bytesOut !== call.answerLength)
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
    call.over = true
    if (!call.response.writableEnded) call.response.end()
    if (call.hasBody) linger(call.request)
  }

  /** An answer that is cut short must not look whole: the connection goes with it (RFC 9112 section 8). */
  fail(error: Error): void {
    const call = this.#call
    if (call.over) return
    call.over = true
    call.reason = isSilenceOfClient(error) ? 'client_stalled' : 'upstream_broken'
    call.detail = describeFailure(error)
    call.response.destroy()
  }
}
