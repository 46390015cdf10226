/**
 * Checks the requests that Node's server reads before the handler gets them. The guard rejects what RFC 9112 does
 * not allow, keeps responses in order, and serves no request after the last response of a connection.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { strictTransportHeader } from '../message/common-headers.ts'
import {
  type ProtocolError,
  renderProtocolError,
  sendProtocolError,
  toProtocolError,
} from '../message/protocol-error.ts'
import {
  type CheckHeadOptions,
  checkHead,
  connectUnsupportedError,
  unknownExpectationError,
} from './check-head.ts'
import { ConnectionExchanges } from './connection-exchanges.ts'
import type { ConnectionState } from './connection-limits.ts'
import type { BodyRateWatch } from './min-body-rate.ts'

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface RequestGuardOptions extends CheckHeadOptions {
  handler: RequestListener
  /** Serves WebSocket upgrades. All other upgrades are ignored (RFC 9110 section 7.8). */
  upgrade?: UpgradeListener | undefined
  bodyRateWatch: BodyRateWatch
  /** Adds a `Strict-Transport-Security` header to responses (RFC 6797). A handler can replace it. */
  strictTransport: boolean
  /** The time for which a client may read nothing of a response. */
  stalledReaderTimeoutMs: number
  /** The interval between two checks of all connections. */
  checkIntervalMs: number
  /** Reports a rejected request and returns its request id. */
  report: (error: ProtocolError, socket: Duplex) => string
}

/**
 * Creates a guard. `attach` adds its listeners to a server, and `shouldUpgrade` is the value of the
 * `shouldUpgradeCallback` option of Node's server.
 */
export function createRequestGuard(options: RequestGuardOptions) {
  const {
    handler,
    upgrade,
    bodyRateWatch,
    strictTransport,
    stalledReaderTimeoutMs,
    checkIntervalMs,
    report,
  } = options
  const bySocket = new WeakMap<Duplex, ConnectionExchanges>()
  const connections = new Set<ConnectionExchanges>()
  let isClosing = false
  /** Requests whose upgrade is ignored. Node's parser drops the remaining bytes after such a request. */
  const ignoredUpgrades = new WeakSet<IncomingMessage>()
  const upgraded = new WeakSet<Duplex>()

  return {
    shouldUpgrade,
    attach,
    /** Returns the state of a connection. A WebSocket counts as a request. */
    stateOf(socket: Socket): ConnectionState {
      if (upgraded.has(socket)) return 'busy'
      const exchanges = bySocket.get(socket)
      if (!exchanges) return 'silent'
      return exchanges.isBusy ? 'busy' : 'idle'
    },
    /** Returns the requests in progress. */
    exchanges: () => [...connections].flatMap(({ inProgress }) => inProgress),
    /** Adds `Connection: close` to all responses that have not begun, and to all later ones. */
    announceClose(): void {
      isClosing = true
      for (const exchanges of connections) exchanges.announceClose()
    },
    /** Aborts all responses that are not complete. */
    destroyResponses(): void {
      for (const exchanges of connections) exchanges.destroyResponses()
    },
  }

  function shouldUpgrade(request: IncomingMessage): boolean {
    const isServed =
      upgrade !== undefined &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      !hasBody(request) &&
      !bySocket.get(request.socket)?.isBusy
    if (!isServed) ignoredUpgrades.add(request)
    return isServed
  }

  function attach(server: Server | TlsServer): void {
    server.on('request', serve)
    for (const event of ['checkContinue', 'checkExpectation']) {
      server.on(event, (request, response) => server.emit('request', request, response))
    }
    server.on('clientError', onClientError)
    server.on('connect', onConnect)
    server.on('timeout', onTimeout)
    server.on('upgrade', onUpgrade)
    bodyRateWatch.addSource(findIncomplete)
    const timer = setInterval(checkReaders, checkIntervalMs).unref()
    server.once('close', () => clearInterval(timer))
  }

  /** A timeout that Node restarts at every read and write would cost more than this check. */
  function checkReaders(): void {
    for (const exchanges of connections) exchanges.checkReader(stalledReaderTimeoutMs)
  }

  /** Most bodies arrive right after their head, so a list that is kept for every request would cost more. */
  function* findIncomplete() {
    for (const { incomplete } of connections) if (incomplete) yield incomplete
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const exchanges = exchangesOn(request.socket)
    if (isClosing) response.shouldKeepAlive = false
    if (exchanges.isEnding) {
      // The last response ends the connection. Node's server resumes the socket at the end of each request.
      process.nextTick(() => request.socket.pause())
      return
    }
    exchanges.begin(response)
    response.on('close', onResponseClose)
    if (strictTransport) response.setHeader(strictTransportHeader.name, strictTransportHeader.value)
    if (ignoredUpgrades.has(request)) response.shouldKeepAlive = false
    const error = checkHead(request, options) ?? checkExpectation(request)
    if (error) sendProtocolError(response, error, report(error, request.socket))
    else {
      if (request.headers.expect !== undefined && request.httpVersionMinor === 1) response.writeContinue()
      handler(request, response)
    }
  }

  /** One function for all responses: a closure for each would cost more than the rest of the guard. */
  function onResponseClose(this: ServerResponse): void {
    bySocket.get(this.req.socket)?.end(this)
  }

  function onTimeout(socket: Socket): void {
    exchangesOn(socket).onTimeout()
  }

  function onClientError(parserError: Error, socket: Duplex): void {
    const error = toProtocolError(parserError)
    if (error) exchangesOn(socket).endWith(() => renderProtocolError(error, report(error, socket)))
    else socket.destroy()
  }

  function onConnect(_: IncomingMessage, socket: Duplex): void {
    const exchanges = exchangesOn(socket)
    socket.on('error', () => socket.destroy()).on('drain', exchanges.drained)
    exchanges.endWith(() =>
      renderProtocolError(connectUnsupportedError, report(connectUnsupportedError, socket)),
    )
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const exchanges = exchangesOn(socket)
    const error = checkHead(request, options)
    if (!error) {
      upgraded.add(socket)
      upgrade?.(request, socket, head)
      return
    }
    socket.on('error', () => socket.destroy())
    exchanges.endWith(() => renderProtocolError(error, report(error, socket)))
  }

  function exchangesOn(socket: Duplex): ConnectionExchanges {
    const known = bySocket.get(socket)
    if (known) return known
    const exchanges = new ConnectionExchanges(socket)
    bySocket.set(socket, exchanges)
    connections.add(exchanges)
    socket.once('close', () => connections.delete(exchanges))
    return exchanges
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Checks the Expect header: RFC 9110 section 10.1.1. HTTP/1.0 has no expectations. */
function checkExpectation({ headers, httpVersionMinor }: IncomingMessage): ProtocolError | undefined {
  const { expect } = headers
  if (expect === undefined || httpVersionMinor === 0 || expect.toLowerCase() === '100-continue')
    return undefined
  return unknownExpectationError
}
