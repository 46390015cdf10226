/** Enforces a minimum rate of request bodies on every listener, so that slow clients keep no handler busy. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../message/http-response.ts'
import { slowBodyEvent } from '../request/follow-body.ts'

export interface MinBodyRate {
  /** The total time in milliseconds that the server waits for a body before its rate counts. */
  graceMs: number
  /** The number of bytes that extend the wait by one second, up to `graceMs`. */
  bytesPerSecond: number
}

export const defaultMinBodyRate: MinBodyRate = { graceMs: 30_000, bytesPerSecond: 500 }

/** A response whose connection can be closed after it. */
export type ClosableResponse = HttpResponse & { shouldKeepAlive: boolean }

/** A request whose body has not arrived completely, and its response. */
export interface IncompleteExchange {
  request: IncomingMessage
  response: ClosableResponse
}

/** A request that shares its connection with others. */
export interface StreamRequest extends IncomingMessage {
  /** The number of bytes of the body that have arrived. */
  readonly receivedBytes: number
  /** Whether the handler does not read the body at the moment, so that the client cannot send. */
  readonly isHeldBack: boolean
}

interface Body extends IncompleteExchange {
  /** The time for which the server continues to wait. */
  creditMs: number
  bytesRead: number
}

export type BodyRateWatch = ReturnType<typeof watchBodyRates>

/** Starts the watch. `refuse` must respond to a request whose body is too slow. */
export function watchBodyRates(
  { graceMs, bytesPerSecond }: MinBodyRate,
  refuse: (request: IncomingMessage, response: ClosableResponse) => void,
) {
  const tickMs = Math.min(1_000, graceMs / 10)
  const bodies = new Map<IncomingMessage, Body>()
  const sources: (() => Iterable<IncompleteExchange>)[] = []
  const timer = setInterval(checkAll, tickMs).unref()

  function checkAll(): void {
    for (const findIncomplete of sources) for (const exchange of findIncomplete()) add(exchange)
    for (const body of bodies.values()) check(body)
  }

  /** Watches a body that did not arrive completely with its head. Further calls for the same request have no effect. */
  function add({ request, response }: IncompleteExchange): void {
    if (bodies.has(request)) return
    bodies.set(request, { request, response, creditMs: graceMs, bytesRead: countBytes(request) })
  }

  function check(body: Body): void {
    const { request, response } = body
    const { socket } = request
    if (request.complete || request.aborted || socket.destroyed || response.writableFinished) {
      bodies.delete(request)
      return
    }
    const bytesRead = countBytes(request)
    const received = bytesRead - body.bytesRead
    body.bytesRead = bytesRead
    if (isHeldBack(request)) return // the client cannot send
    const earnedMs = (received / bytesPerSecond) * 1_000
    body.creditMs = Math.min(graceMs, body.creditMs + earnedMs) - tickMs
    if (body.creditMs >= 0) return

    bodies.delete(request)
    // After the head of a response, no other response is possible.
    if (response.headersSent) response.destroy()
    else if (!request.emit(slowBodyEvent)) refuse(request, response)
  }

  return {
    add,
    /** Adds a function that returns further bodies to watch. It is called before each check. */
    addSource: (findIncomplete: () => Iterable<IncompleteExchange>) => void sources.push(findIncomplete),
    close: () => clearInterval(timer),
  }
}

/** Returns the bytes that have arrived, of a stream or of the whole connection. */
function countBytes(request: IncomingMessage): number {
  return isStream(request) ? request.receivedBytes : request.socket.bytesRead
}

/** Returns whether the handler does not read the body at the moment, so that the client cannot send. */
function isHeldBack(request: IncomingMessage): boolean {
  if (isStream(request)) return request.isHeldBack
  return request.socket.isPaused() || request.readableLength > 0
}

function isStream(request: IncomingMessage): request is StreamRequest {
  return 'receivedBytes' in request
}
