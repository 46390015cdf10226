/**
 * What every listener does with the requests of node's server before its handler sees them: it refuses what RFC 9112 does
 * not allow, keeps the order of responses, and serves nothing after the last response of a connection.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

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
  /** Serves requests for a WebSocket. Other upgrades are ignored (RFC 9110 section 7.8). */
  upgrade?: UpgradeListener | undefined
  bodyRateWatch: BodyRateWatch
  /** Reports a refusal, and returns the request id under which it is found. */
  report: (fault: ProtocolError, socket: Duplex) => string
}

/** Adds the listeners to a server. Returns what decides about upgrades: node's option `shouldUpgradeCallback`. */
export function createRequestGuard(options: RequestGuardOptions) {
  const { handler, upgrade, bodyRateWatch, report } = options
  const connections = new WeakMap<Duplex, ConnectionExchanges>()
  /** Requests whose upgrade is ignored. After such a request node's parser drops the rest of the bytes it has. */
  const ignoredUpgrades = new WeakSet<IncomingMessage>()
  const upgraded = new WeakSet<Duplex>()

  return {
    shouldUpgrade,
    attach,
    /** What is under way on a connection. A WebSocket counts as a request. */
    stateOf(socket: Socket): ConnectionState {
      if (upgraded.has(socket)) return 'busy'
      const exchanges = connections.get(socket)
      if (!exchanges) return 'silent'
      return exchanges.isBusy ? 'busy' : 'idle'
    },
  }

  function shouldUpgrade(request: IncomingMessage): boolean {
    const isServed =
      upgrade !== undefined &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      !hasBody(request) &&
      !connections.get(request.socket)?.isBusy
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
    if (upgrade) server.on('upgrade', onUpgrade)
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const exchanges = exchangesOn(request.socket)
    if (exchanges.isEnding) {
      request.socket.pause() // the response that is due ends the connection
      return
    }
    exchanges.begin(request, response)
    if (!request.complete) bodyRateWatch.add(request, response)
    if (ignoredUpgrades.has(request)) response.shouldKeepAlive = false
    const fault = checkHead(request, options) ?? checkExpectation(request)
    if (fault) sendProtocolError(request, response, fault, report(fault, request.socket))
    else {
      if (request.headers.expect !== undefined && request.httpVersionMinor === 1) response.writeContinue()
      handler(request, response)
    }
  }

  /** Nothing has moved on the connection for the time that the server grants. */
  function onTimeout(socket: Socket): void {
    const isWaiting = exchangesOn(socket).isBusy && socket.writableLength === 0
    if (!isWaiting) socket.destroy()
  }

  function onClientError(error: Error, socket: Duplex): void {
    const fault = toProtocolError(error)
    if (fault) exchangesOn(socket).endWith(() => renderProtocolError(fault, report(fault, socket)))
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
    const fault = checkHead(request, options)
    if (!fault) {
      upgraded.add(socket)
      upgrade?.(request, socket, head)
      return
    }
    socket.on('error', () => socket.destroy())
    exchanges.endWith(() => renderProtocolError(fault, report(fault, socket)))
  }

  function exchangesOn(socket: Duplex): ConnectionExchanges {
    const known = connections.get(socket)
    if (known) return known
    const exchanges = new ConnectionExchanges(socket)
    connections.set(socket, exchanges)
    return exchanges
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** RFC 9110 section 10.1.1. HTTP/1.0 has no expectations. */
function checkExpectation({ headers, httpVersionMinor }: IncomingMessage): ProtocolError | undefined {
  const { expect } = headers
  if (expect === undefined || httpVersionMinor === 0 || expect.toLowerCase() === '100-continue')
    return undefined
  return unknownExpectationError
}
