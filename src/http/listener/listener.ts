/**
 * A listening HTTP or HTTPS server with the limits that every face of the product shares, and an end that
 * lets calls in flight finish.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import { attachFastPath } from '../fast-path/attach-fast-path.ts'
import type { FastPathHandler } from '../fast-path/fast-path-server.ts'
import { attachConnectionLimits } from '../inbound/attach-connection-limits.ts'
import type { ConnectionLimits } from '../inbound/connection-limits.ts'
import { defaultMinBodyRate, type MinBodyRate, watchBodyRates } from '../inbound/min-body-rate.ts'
import { createRequestGuard, type UpgradeListener } from '../inbound/request-guard.ts'
import { keepAliveTimeoutMs, strictTransportHeader } from '../message/common-headers.ts'
import {
  buildMalformedRequest,
  type MalformedRequest,
  type ProtocolError,
  sendProtocolError,
  slowBodyError,
} from '../message/protocol-error.ts'
import { AbortableResponse } from './abortable-response.ts'
import { describeListenError } from './claim-port.ts'
import { closeServer, trackResponses } from './close-server.ts'

export interface ListenerOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  handler: RequestListener
  /** Serves what it wants of the plain requests, in the place of the handler. */
  fastPath?: FastPathHandler | undefined
  /** Other processes listen at the same port, and the system spreads connections over all of them. */
  reusePort?: boolean
  /** Serves HTTPS when given: PEM texts, and whether client certificates are asked for. */
  tls?: TlsOptions
  /**
   * Asks browsers to use HTTPS alone for this host (RFC 6797). By default every HTTPS listener does; false where plain HTTP is
   * served beside it.
   */
  strictTransport?: boolean
  /** The handler itself refuses requests that have no Host header, or several. */
  acceptsMissingHost?: boolean
  /** Gets every request that the listener refused before a handler saw it. */
  onMalformed?: ((request: MalformedRequest) => void) | undefined
  /** Serves requests for a WebSocket. Without it they are served as ordinary requests, as every other upgrade is. */
  upgrade?: UpgradeListener
  timeouts?: Partial<ListenerTimeouts>
  /** How many connections the process takes; no limit when it is left out. */
  limits?: ConnectionLimits | undefined
}

/** What clients are granted. */
export interface ListenerTimeouts {
  /** Milliseconds from the beginning of a head to its end, and for a TLS handshake. */
  headTimeoutMs: number
  minBodyRate: MinBodyRate
  /** Milliseconds for which a client may take nothing of a response. */
  stalledReaderTimeoutMs: number
  /** How often connections are checked, in milliseconds. */
  checkIntervalMs: number
}

export interface Listener {
  readonly server: Server | TlsServer
  readonly port: number
  readonly url: string
  /** Takes new certificates into use for new connections. HTTPS only. */
  renewCertificate(context: SecureContextOptions): void
  /**
   * Stops accepting, and sends `Connection: close` with every response from now on. Idle connections are closed after
   * `idleMs` (0), so that clients in the middle of their work meet a last response instead of a reset. Requests in
   * flight may finish for `graceMs` (5 s); then every connection that is left is destroyed.
   */
  close(graceMs?: number, idleMs?: number): Promise<void>
}

const serverOptions = {
  maxHeaderSize: 32 * 1024,
  requestTimeout: 0, // a body may take as long as it comes at its pace
  keepAliveTimeout: keepAliveTimeoutMs,
  insecureHTTPParser: false,
  optimizeEmptyRequests: true, // a request without a body is over when its head is read
} as const

const defaultTimeouts: ListenerTimeouts = {
  headTimeoutMs: 20_000,
  minBodyRate: defaultMinBodyRate,
  stalledReaderTimeoutMs: 120_000,
  checkIntervalMs: 5_000,
}

/** Opens a listener. Rejects with the reason when the address cannot be had, naming it. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const {
    host,
    port,
    handler,
    tls,
    upgrade,
    acceptsMissingHost = false,
    reusePort = false,
    onMalformed,
    fastPath: fastPathHandler,
    strictTransport: isStrictTransport = tls !== undefined,
    timeouts,
    limits,
  } = options
  const { headTimeoutMs, stalledReaderTimeoutMs, minBodyRate, checkIntervalMs } = {
    ...defaultTimeouts,
    ...timeouts,
  }
  const report = (fault: ProtocolError, socket: Duplex) => {
    const malformed = buildMalformedRequest(fault, (socket as Socket).remoteAddress)
    onMalformed?.(malformed)
    return malformed.requestId
  }
  const bodyRateWatch = watchBodyRates(minBodyRate, (request, response) =>
    sendProtocolError(request, response, slowBodyError, report(slowBodyError, request.socket)),
  )
  const guard = createRequestGuard({ handler, upgrade, acceptsMissingHost, bodyRateWatch, report })
  const settings = {
    ...serverOptions,
    headersTimeout: headTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    ServerResponse: AbortableResponse,
    requireHostHeader: false, // the guard refuses with a reason and a request id
    shouldUpgradeCallback: guard.shouldUpgrade,
  }
  const server = tls
    ? createTlsServer({ ...settings, handshakeTimeout: headTimeoutMs, ...tls })
    : createServer(settings)
  const responses = trackResponses(server)
  if (isStrictTransport) {
    // What the handler says about the same header replaces it.
    server.on('request', (_, response) =>
      response.setHeader(strictTransportHeader.name, strictTransportHeader.value),
    )
  }
  server.timeout = stalledReaderTimeoutMs
  guard.attach(server)
  const fastPath =
    fastPathHandler &&
    attachFastPath(server, {
      ...fastPathHandler,
      isStrictTransport,
      headTimeoutMs,
      stalledReaderTimeoutMs,
      checkIntervalMs,
      bodyRateWatch,
    })

  if (limits)
    attachConnectionLimits(server, limits, (socket) => fastPath?.stateOf(socket) ?? guard.stateOf(socket))

  await listening(server, host, port, reusePort)
  const address = server.address() as AddressInfo

  return {
    server,
    port: address.port,
    url: buildOrigin(tls ? 'https' : 'http', host, address.port),

    renewCertificate(context) {
      if ('setSecureContext' in server) server.setSecureContext(context)
    },

    close(graceMs = 5_000, idleMs = 0) {
      bodyRateWatch.close()
      responses.announceClose()
      fastPath?.announceClose()
      return closeServer(server, { fastPath, responses }, { graceMs, idleMs })
    },
  }
}

/** The origin of a server that listens at an address. */
export function buildOrigin(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function listening(
  server: Server | TlsServer,
  host: string,
  port: number,
  reusePort: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, host, port), { cause: error })),
    )
    server.listen({ port, host, backlog: 511, reusePort }, resolve)
  })
}
