/** The state of one request: waiting for a connection, sent, or over. */
import { Readable } from 'node:stream'
import { RequestBodyError } from './errors.ts'
import { type RenderedRequestHead, renderRequestHead } from './request-head.ts'
import type { OutgoingRequest, PendingRequest, ResponseHandler } from './types.ts'

/** The connection on which a request is sent. */
export interface RequestConnection {
  pause(): void
  resume(): void
  destroy(): void
}

const requestOf = Symbol('the request of a body')

type RequestBody = Readable & { [requestOf]?: UpstreamRequest }

export class UpstreamRequest implements PendingRequest {
  readonly outgoing: OutgoingRequest
  readonly handler: ResponseHandler
  readonly head: RenderedRequestHead
  connection: RequestConnection | undefined
  isOver = false
  isPaused = false

  /** Checks the request and renders its head. Throws an `InvalidRequestError`. */
  constructor(outgoing: OutgoingRequest, handler: ResponseHandler, host: string) {
    this.outgoing = outgoing
    this.handler = handler
    this.head = renderRequestHead(outgoing, host)
    const { body } = outgoing
    if (!(body instanceof Readable)) return
    ;(body as RequestBody)[requestOf] = this
    body.on('error', onError).on('close', onClose)
  }

  pause(): void {
    this.isPaused = true
    this.connection?.pause()
  }

  resume(): void {
    this.isPaused = false
    this.connection?.resume()
  }

  abort(): void {
    if (this.isOver) return
    this.finish()
    this.connection?.destroy()
  }

  /** Aborts the request, closes its connection, and calls `onError` of the handler. */
  fail(error: Error): void {
    if (this.isOver) return
    this.abort()
    this.handler.onError(error)
  }

  /** Ends the request, whose response is complete, and calls `onEnd` of the handler. */
  end(): void {
    if (this.isOver) return
    this.finish()
    this.handler.onEnd()
  }

  /** Marks the request as over, and destroys the rest of its body. */
  finish(): void {
    this.isOver = true
    const { body } = this.outgoing
    if (body instanceof Readable) body.destroy()
  }
}

// One function per event for all bodies: closures that are made for one body may outlive it.

function onError(this: RequestBody, error: Error): void {
  this[requestOf]?.fail(error)
}

function onClose(this: RequestBody): void {
  if (!this.readableEnded) this[requestOf]?.fail(new RequestBodyError('the body was aborted'))
}
