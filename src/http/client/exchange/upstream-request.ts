/**
 * One request on its way: it waits for a connection, is sent, and is over when its handler has heard the last of it.
 */
import { Readable } from 'node:stream'

import { RequestBodyError } from './errors.ts'
import { type RenderedRequestHead, renderRequestHead } from './request-head.ts'
import type { OutgoingRequest, PendingRequest, ResponseHandler } from './types.ts'

/** The connection that a request goes out on. */
export interface RequestConnection {
  pause(): void
  resume(): void
  destroy(): void
}

export class UpstreamRequest implements PendingRequest {
  readonly outgoing: OutgoingRequest
  readonly handler: ResponseHandler
  readonly head: RenderedRequestHead
  connection: RequestConnection | undefined
  isOver = false
  isPaused = false

  /** Throws an `InvalidRequest`. */
  constructor(outgoing: OutgoingRequest, handler: ResponseHandler, host: string) {
    this.outgoing = outgoing
    this.handler = handler
    this.head = renderRequestHead(outgoing, host)
    const { body } = outgoing
    if (!(body instanceof Readable)) return
    body.on('error', (error) => this.fail(error))
    body.on('close', () => {
      if (!body.readableEnded) this.fail(new RequestBodyError('the body was broken off'))
    })
  }

  /** Its connection may be handed on to the handler. */
  get isUpgrade(): boolean {
    return this.outgoing.upgrade !== undefined
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

  /** Gives it up, with its connection, and tells the handler. */
  fail(error: Error): void {
    if (this.isOver) return
    this.abort()
    this.handler.onError(error)
  }

  /** Nothing more happens to it. What is left of its body is not wanted. */
  finish(): void {
    this.isOver = true
    const { body } = this.outgoing
    if (body instanceof Readable) body.destroy()
  }
}
