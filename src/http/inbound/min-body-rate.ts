/**
 * Enforces a minimum rate for request bodies, and ends the connection when a response is sent before the body is
 * complete. The rules apply to every listener, so that no handler is kept busy by a client that sends slowly.
 */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../message/http-response.ts'
import { closeTimeoutMs } from './connection-exchanges.ts'

export interface MinBodyRate {
  /** The total time in milliseconds that the server waits for a body before its rate counts. */
  graceMs: number
  /** The number of bytes that extend the wait by one second, up to `graceMs`. */
  bytesPerSecond: number
}

export const defaultMinBodyRate: MinBodyRate = { graceMs: 30_000, bytesPerSecond: 500 }

/**
 * Emitted by a request whose body is too slow. A listener of this event must respond itself; without one, the
 * HTTP listener responds with 408.
 */
export const slowBodyEvent = Symbol('the body of the request is too slow')

/** A response whose connection can be closed after it. */
export type ClosableResponse = HttpResponse & { shouldKeepAlive: boolean }

interface Body {
  request: IncomingMessage
  response: ClosableResponse
  /** The time for which the server continues to wait. */
  creditMs: number
  bytesRead: number
}

export interface BodyRateWatch {
  /** Watches a body that did not arrive completely with its head. */
  add(request: IncomingMessage, response: ClosableResponse): void
  close(): void
}

/** Starts the watch. `refuse` must respond to a request whose body is too slow. */
export function watchBodyRates(
  { graceMs, bytesPerSecond }: MinBodyRate,
  refuse: (request: IncomingMessage, response: ClosableResponse) => void,
): BodyRateWatch {
  const tickMs = Math.min(1_000, graceMs / 10)
  const bodies = new Set<Body>()
  const timer = setInterval(() => bodies.forEach(check), tickMs).unref()

  function check(body: Body): void {
    const { request, response } = body
    const { socket } = request
    if (request.complete || socket.destroyed) {
      bodies.delete(body)
      return
    }
    const received = socket.bytesRead - body.bytesRead
    body.bytesRead = socket.bytesRead
    if (isHeldBack(request)) return // the client cannot send
    const earnedMs = (received / bytesPerSecond) * 1_000
    body.creditMs = Math.min(graceMs, body.creditMs + earnedMs) - tickMs
    if (body.creditMs >= 0) return

    bodies.delete(body)
    // After the head of a response, no other response is possible.
    if (response.headersSent) socket.destroy()
    else if (!request.emit(slowBodyEvent)) refuse(request, response)
  }

  return {
    add(request, response) {
      bodies.add({ request, response, creditMs: graceMs, bytesRead: request.socket.bytesRead })
      response.once('finish', () => endUnread(request))
    },
    close() {
      clearInterval(timer)
    },
  }
}

/** Returns whether the handler does not read the body at the moment, so that the client cannot send. */
function isHeldBack({ socket, readableLength }: IncomingMessage): boolean {
  return socket.isPaused() || readableLength > 0
}

/**
 * Reads the rest of a body for a short time before it closes the connection. Without this, a TCP reset could
 * destroy the response before the client has read it (RFC 9112 section 9.6).
 */
function endUnread(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  request.on('error', () => {}).resume()
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, closeTimeoutMs)
  socket.once('close', () => {
    clearTimeout(timer)
    // Node's server removes its reference to a request after the response. A handler that still reads would
    // wait forever.
    if (!request.complete) request.destroy(new Error('the connection was closed before the end of the body'))
  })
}
