/**
 * The HTTP/2 implementation of `ConnectionPool`, on Node's own client: over TLS with ALPN, over TCP with prior
 * knowledge (RFC 9113 section 3). undici's HTTP/2 client makes a
 * response flow while its request streams, so that it could not be held at the pace of the caller.
 */
import { type ClientHttp2Session, connect } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { ConnectionPoolOptions } from '../built-in/connection-pool.ts'
import { InvalidRequestError, MalformedResponseError, PoolClosedError } from '../exchange/errors.ts'
import { createSocketOpener, type OpenSocket } from '../exchange/open-socket.ts'
import type { ConnectionPool, OutgoingRequest, PendingRequest, ResponseHandler } from '../exchange/types.ts'
import { UpstreamRequest } from '../exchange/upstream-request.ts'
import { Http2Exchange } from './http2-exchange.ts'

const defaultMaxConnections = 64
const sessionOptions = {
  settings: { enablePush: false, maxHeaderListSize: 64 * 1024, initialWindowSize: 256 * 1024 },
  strictSingleValueFields: false, // the handler interprets headers that occur twice
}
/** The streams of a connection, before another one is opened. */
const maxStreams = 100
const idleMs = 60_000
/** A connection that does not respond to a PING for this long is closed. */
const pingTimeoutMs = 5_000

/** A connection, and the number of its streams. */
export interface Http2Connection {
  session: ClientHttp2Session
  streams: number
  hasServed: boolean
}

/** Returns a pool for an `http` or `https` origin. An upstream that does not take HTTP/2 is an error. */
export function openHttp2Pool(
  origin: string,
  { tls, connectTimeoutMs, maxConnections = defaultMaxConnections }: ConnectionPoolOptions = {},
): ConnectionPool {
  const url = new URL(origin)
  return new Http2Pool(url, createSocketOpener(url, tls, 'h2', connectTimeoutMs), maxConnections)
}

class Http2Pool implements ConnectionPool {
  readonly #url: URL
  readonly #openSocket: OpenSocket
  readonly #maxConnections: number
  /** The connections that take requests. */
  readonly #usable = new Set<Http2Connection>()
  readonly #sessions = new Set<ClientHttp2Session>()
  #closed: Promise<void> | undefined

  constructor(url: URL, openSocket: OpenSocket, maxConnections: number) {
    this.#url = url
    this.#openSocket = openSocket
    this.#maxConnections = maxConnections
  }

  send(outgoing: OutgoingRequest, handler: ResponseHandler): PendingRequest {
    if (this.#closed) throw new PoolClosedError('the connection pool is closed')
    if (outgoing.upgrade !== undefined)
      throw new InvalidRequestError('a connection of HTTP/2 does not switch to another protocol')
    const request = new UpstreamRequest(outgoing, handler, this.#url.host)
    const connection = this.#find() ?? this.#open()
    request.connection = new Http2Exchange(request, connection, this.#url, () => this.#probe(connection))
    return request
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([...this.#sessions].map(closeSession)).then(() => {})
    return this.#closed
  }

  /** Returns a connection with room. At the limit of connections, requests wait for a stream of the least busy one. */
  #find(): Http2Connection | undefined {
    let best: Http2Connection | undefined
    for (const each of this.#usable) if (!each.session.closed && (!best || each.streams < best.streams)) best = each
    if (!best) return undefined
    const most = Math.min(maxStreams, best.session.remoteSettings?.maxConcurrentStreams ?? maxStreams)
    return best.streams < most || this.#usable.size >= this.#maxConnections ? best : undefined
  }

  #open(): Http2Connection {
    const isTls = this.#url.protocol === 'https:'
    const socket = this.#openSocket({ onReady() {} })
    const session = connect(this.#url, { ...sessionOptions, createConnection: () => socket })
    const connection = { session, streams: 0, hasServed: false }
    const retire = () => this.#usable.delete(connection)
    session.on('error', retire).on('goaway', retire)
    session.once('connect', () => {
      if (!isTls || (socket as TLSSocket).alpnProtocol === 'h2') session.setLocalWindowSize(connectionWindowBytes)
      else session.destroy(new MalformedResponseError('the upstream does not take HTTP/2'))
    })
    session.once('close', () => {
      retire()
      this.#sessions.delete(session)
    })
    session.setTimeout(idleMs, () => {
      if (connection.streams === 0) session.close()
    })
    this.#usable.add(connection)
    this.#sessions.add(session)
    return connection
  }

  /** Closes a connection that is dead. Without this, all requests after one that timed out would time out too. */
  #probe({ session }: Http2Connection): void {
    if (session.connecting || session.destroyed || session.closed) return
    const timer = setTimeout(() => session.destroy(), pingTimeoutMs).unref()
    if (!session.ping(() => clearTimeout(timer))) clearTimeout(timer)
  }
}

const connectionWindowBytes = 1024 * 1024

/** Waits until the streams have ended. Node calls no callback of `close` on a session that is closing. */
function closeSession(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    session.once('close', () => resolve())
    session.close()
  })
}
