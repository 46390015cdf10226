/**
 * One request on its way: it waits for a connection, is sent, and is over when its handler has heard the last of it.
 */
import { Readable } from 'node:stream'

import { BodyBroken } from './errors.ts'
import { type RequestHead, renderRequestHead } from './request-head.ts'
import type { AnswerHandler, OutgoingRequest, Sending } from './types.ts'

/** The connection that a request goes out on. */
export interface Carrier {
  pause(): void
  resume(): void
  drop(): void
}

export class Request implements Sending {
  readonly outgoing: OutgoingRequest
  readonly handler: AnswerHandler
  readonly head: RequestHead
  carrier: Carrier | undefined
  isOver = false
  isPaused = false

  /** Throws an `InvalidRequest`. */
  constructor(outgoing: OutgoingRequest, handler: AnswerHandler, host: string) {
    this.outgoing = outgoing
    this.handler = handler
    this.head = renderRequestHead(outgoing, host)
    const { body } = outgoing
    if (!(body instanceof Readable)) return
    body.on('error', (error) => this.fail(error))
    body.on('close', () => {
      if (!body.readableEnded) this.fail(new BodyBroken('the body was broken off'))
    })
  }

  /** Its connection may be handed on to the handler. */
  get switches(): boolean {
    return this.outgoing.upgrade !== undefined
  }

  pause(): void {
    this.isPaused = true
    this.carrier?.pause()
  }

  resume(): void {
    this.isPaused = false
    this.carrier?.resume()
  }

  abort(): void {
    if (this.isOver) return
    this.finish()
    this.carrier?.drop()
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
