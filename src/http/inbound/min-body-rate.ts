/**
 * How fast the body of a request must come, and what becomes of a body that is not complete when its request has been
 * answered. The same rules hold for every listener, so that no handler can be kept busy by a body that trickles.
 */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../message/http-response.ts'
import { closeTimeoutMs } from './connection-exchanges.ts'

export interface MinBodyRate {
  /** Milliseconds that the server waits for a body in all, before its pace counts. */
  graceMs: number
  /** Every so many bytes give the body another second, up to `graceMs`. */
  bytesPerSecond: number
}

export const defaultMinBodyRate: MinBodyRate = { graceMs: 30_000, bytesPerSecond: 500 }

/**
 * Emitted by a request whose body is too slow. A listener responds in its own words; without one the request gets the
 * response 408 of its HTTP listener.
 */
export const slowBodyEvent = Symbol('the body of the request is too slow')

/** A response whose connection can be told to end. */
export type ClosableResponse = HttpResponse & { shouldKeepAlive: boolean }

interface Body {
  request: IncomingMessage
  response: ClosableResponse
  /** Milliseconds that the server goes on waiting. */
  creditMs: number
  bytesRead: number
}

export interface BodyRateWatch {
  /** Watches a body that has not come as a whole with its head. */
  add(request: IncomingMessage, response: ClosableResponse): void
  close(): void
}

/** `refuse` responds to a request whose body is too slow. */
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
    if (isHeldBack(request)) return // the client waits for the server
    const earnedMs = (received / bytesPerSecond) * 1_000
    body.creditMs = Math.min(graceMs, body.creditMs + earnedMs) - tickMs
    if (body.creditMs >= 0) return

    bodies.delete(body)
    // What has begun cannot become another response.
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

/** The handler takes nothing at the moment. */
function isHeldBack({ socket, readableLength }: IncomingMessage): boolean {
  return socket.isPaused() || readableLength > 0
}

/**
 * Reads on for a moment, so that the response is not destroyed with the connection (RFC 9112 section 9.6), and then
 * closes the connection.
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
    // Node's server forgets a request with its response: a handler that still reads would wait for ever.
    if (!request.complete) request.destroy(new Error('the connection was closed before the end of the body'))
  })
}
