/**
 * Checks the requests that Node's server reads: rejects what RFC 9112 does not allow, keeps responses in order, and
 * serves no request after the last response of a connection.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { strictTransportHeader } from '../message/header-lines.ts'
import {
  type ProtocolError,
  renderProtocolError,
  sendProtocolError,
  toProtocolError,
} from '../message/protocol-error.ts'
import { hasBody } from '../request/read-body.ts'
import { type CheckHeadOptions, checkHead, connectUnsupportedError, unknownExpectationError } from './check-head.ts'
import { ConnectionExchanges, type Exchange } from './connection-exchanges.ts'
import type { ConnectionState } from './connection-limits.ts'
import type { ConnectionReader, ConnectionReaderOptions } from './connection-reader.ts'
import { continueAtFirstRead } from './expectation.ts'

type ServeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface RequestGuardOptions extends CheckHeadOptions, Omit<ConnectionReaderOptions, 'headTimeoutMs'> {
  handler: RequestListener
  /** Serves WebSocket upgrades. All other upgrades are ignored (RFC 9110 section 7.8). */
  upgrade?: ServeUpgrade | undefined
  /** Reports a rejected request and returns its request id. */
  report: (error: ProtocolError, socket: Duplex) => string
}

/** The guard of one server. */
export class RequestGuard implements ConnectionReader {
  readonly #options: RequestGuardOptions
  readonly #bySocket = new WeakMap<Duplex, ConnectionExchanges>()
  readonly #connections = new Set<ConnectionExchanges>()
  /** Requests whose upgrade is ignored. Node's parser drops the remaining bytes after such a request. */
  readonly #ignoredUpgrades = new WeakSet<IncomingMessage>()
  readonly #upgraded = new WeakSet<Duplex>()
  #isClosing = false
  #server: Server | TlsServer | undefined

  constructor(options: RequestGuardOptions) {
    this.#options = options
  }

  /** The value of the `shouldUpgradeCallback` option of Node's server. */
  readonly shouldUpgrade = (request: IncomingMessage): boolean => {
    const isServed =
      this.#options.upgrade !== undefined &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      !hasBody(request) &&
      !this.#bySocket.get(request.socket)?.isBusy
    if (!isServed) this.#ignoredUpgrades.add(request)
    return isServed
  }

  /** Adds the listeners of the guard to its server. */
  attach(server: Server | TlsServer): void {
    const { bodyRateWatch, stalledReaderTimeoutMs, checkIntervalMs } = this.#options
    this.#server = server
    server.on('request', (request, response) => this.#begin(request, response))
    for (const event of ['checkContinue', 'checkExpectation']) {
      server.on(event, (request, response) => server.emit('request', request, response))
    }
    server.on('clientError', (error, socket) => this.#onClientError(error, socket))
    server.on('connect', (_, socket) => this.#onConnect(socket))
    server.on('timeout', (socket) => this.#exchangesOn(socket).onTimeout())
    server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
    bodyRateWatch.addSource(() => this.#findIncomplete())
    // A timeout that Node restarts at every read and write would cost more than this check.
    const timer = setInterval(() => {
      for (const exchanges of this.#connections) exchanges.checkReader(stalledReaderTimeoutMs)
    }, checkIntervalMs).unref()
    server.once('close', () => clearInterval(timer))
  }

  /** Returns the state of a connection. A WebSocket counts as a request. */
  stateOf(socket: Socket): ConnectionState {
    if (this.#upgraded.has(socket)) return 'busy'
    const exchanges = this.#bySocket.get(socket)
    if (!exchanges) return 'silent'
    return exchanges.isBusy ? 'busy' : 'idle'
  }

  exchanges(): Exchange[] {
    return [...this.#connections].flatMap(({ inProgress }) => inProgress)
  }

  announceClose(): void {
    this.#isClosing = true
    for (const exchanges of this.#connections) exchanges.announceClose()
  }

  closeIdle(): void {
    this.#server?.closeIdleConnections()
  }

  destroy(): void {
    for (const exchanges of this.#connections) exchanges.destroy()
    this.#server?.closeAllConnections()
  }

  /** Most bodies arrive right after their head, so a list that is kept for every request would cost more. */
  *#findIncomplete() {
    for (const { incomplete } of this.#connections) if (incomplete) yield incomplete
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { isStrictTransport, report } = this.#options
    const exchanges = this.#exchangesOn(request.socket)
    if (this.#isClosing || this.#ignoredUpgrades.has(request)) response.shouldKeepAlive = false
    if (exchanges.isEnding) {
      // The last response ends the connection. Node's server resumes the socket at the end of each request.
      process.nextTick(() => request.socket.pause())
      return
    }
    if (isStrictTransport) response.setHeader(strictTransportHeader.name, strictTransportHeader.value)
    const error = checkHead(request, this.#options) ?? checkExpectation(request)
    if (error) sendProtocolError(response, error, report(error, request.socket))
    exchanges.begin(response)
  }

  readonly #serve = (response: ServerResponse): void => {
    if (response.writableEnded) return // the request was rejected
    const request = response.req
    const { headers, httpVersionMinor } = request
    const expects = headers.expect !== undefined && httpVersionMinor === 1 && hasBody(request)
    if (expects) continueAtFirstRead(request, response)
    // Node calls this function before it parses a body that has arrived with its head. Whether a chunked body is
    // complete decides whether its response ends the connection.
    if (headers['transfer-encoding'] !== undefined) process.nextTick(this.#options.handler, request, response)
    else this.#options.handler(request, response)
  }

  #onClientError(parserError: Error, socket: Duplex): void {
    const error = toProtocolError(parserError)
    if (error) this.#endWith(socket, error)
    else socket.destroy()
  }

  #onConnect(socket: Duplex): void {
    socket.on('error', () => socket.destroy()).on('drain', this.#exchangesOn(socket).drained)
    this.#endWith(socket, connectUnsupportedError)
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const error = checkHead(request, this.#options)
    if (error) {
      socket.on('error', () => socket.destroy())
      return void this.#endWith(socket, error)
    }
    this.#exchangesOn(socket)
    this.#upgraded.add(socket)
    this.#options.upgrade?.(request, socket, head)
  }

  /** Ends a connection with an error, after the responses that are due. */
  #endWith(socket: Duplex, error: ProtocolError): void {
    const { report } = this.#options
    this.#exchangesOn(socket).endWith(() => renderProtocolError(error, report(error, socket)))
  }

  #exchangesOn(socket: Duplex): ConnectionExchanges {
    const known = this.#bySocket.get(socket)
    if (known) return known
    const exchanges = new ConnectionExchanges(socket, this.#serve)
    this.#bySocket.set(socket, exchanges)
    this.#connections.add(exchanges)
    socket.once('close', () => this.#connections.delete(exchanges))
    return exchanges
  }
}

/** Checks the Expect header: RFC 9110 section 10.1.1. HTTP/1.0 has no expectations. */
function checkExpectation({ headers, httpVersionMinor }: IncomingMessage): ProtocolError | undefined {
  const { expect } = headers
  if (expect === undefined || httpVersionMinor === 0 || expect.toLowerCase() === '100-continue') return undefined
  return unknownExpectationError
}
