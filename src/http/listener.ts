/**
 * A listening HTTP or HTTPS server with the limits that every face of the product shares, and an end that
 * lets calls in flight finish.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TlsOptions } from 'node:tls'

import { BreakableResponse } from './breakable-response.ts'
import { reasonOf } from './claim-port.ts'
import { closeServer, trackResponses } from './close-server.ts'
import { putInFront } from './fast-path/attach-fast-path.ts'
import { keepAliveMs, strictTransport } from './fast-path/common-fields.ts'
import type { PlainService } from './fast-path/fast-path-server.ts'
import { type BodyPace, defaultBodyPace, watchBodies } from './inbound/body-pace.ts'
import type { ConnectionLimits } from './inbound/connection-limits.ts'
import { guardRequests, type UpgradeListener } from './inbound/guard-requests.ts'
import { limitConnections } from './inbound/limit-connections.ts'
import {
  describeMalformed,
  type HeadFault,
  type MalformedRequest,
  respondMalformed,
  slowBodyFault,
} from './malformed.ts'

export interface ListenerOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  handler: RequestListener
  /** Serves what it wants of the plain requests, in the place of the handler. */
  plain?: PlainService | undefined
  /** Other processes listen at the same port, and the system spreads connections over all of them. */
  shared?: boolean
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
  headMs: number
  bodyPace: BodyPace
  /** Milliseconds for which a client may take nothing of a response. */
  stalledReaderMs: number
  /** How often connections are checked, in milliseconds. */
  intervalMs: number
}

export interface Listener {
  readonly server: Server | TlsServer
  readonly port: number
  readonly url: string
  /** Takes new certificates into use for new connections. HTTPS only. */
  renew(context: SecureContextOptions): void
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
  keepAliveTimeout: keepAliveMs,
  insecureHTTPParser: false,
  optimizeEmptyRequests: true, // a request without a body is over when its head is read
} as const

const defaultTimeouts: ListenerTimeouts = {
  headMs: 20_000,
  bodyPace: defaultBodyPace,
  stalledReaderMs: 120_000,
  intervalMs: 5_000,
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
    shared = false,
    onMalformed,
    plain,
    strictTransport: isStrictTransport = tls !== undefined,
    timeouts,
    limits,
  } = options
  const { headMs, stalledReaderMs, bodyPace, intervalMs } = { ...defaultTimeouts, ...timeouts }
  const report = (fault: HeadFault, socket: Duplex) => {
    const malformed = describeMalformed(fault, (socket as Socket).remoteAddress)
    onMalformed?.(malformed)
    return malformed.requestId
  }
  const bodies = watchBodies(bodyPace, (request, response) =>
    respondMalformed(request, response, slowBodyFault, report(slowBodyFault, request.socket)),
  )
  const guard = guardRequests({ handler, upgrade, acceptsMissingHost, bodies, report })
  const settings = {
    ...serverOptions,
    headersTimeout: headMs,
    connectionsCheckingInterval: intervalMs,
    ServerResponse: BreakableResponse,
    requireHostHeader: false, // the guard refuses with a reason and a request id
    shouldUpgradeCallback: guard.shouldUpgrade,
  }
  const server = tls
    ? createTlsServer({ ...settings, handshakeTimeout: headMs, ...tls })
    : createServer(settings)
  const responses = trackResponses(server)
  if (isStrictTransport) {
    // What the handler says about the same header replaces it.
    server.on('request', (_, response) => response.setHeader(strictTransport.name, strictTransport.value))
  }
  server.timeout = stalledReaderMs
  guard.attach(server)
  const inFront =
    plain && putInFront(server, { ...plain, isStrictTransport, headMs, stalledReaderMs, intervalMs, bodies })

  if (limits) limitConnections(server, limits, (socket) => inFront?.stateOf(socket) ?? guard.stateOf(socket))

  await listening(server, host, port, shared)
  const address = server.address() as AddressInfo

  return {
    server,
    port: address.port,
    url: urlOf(tls ? 'https' : 'http', host, address.port),

    renew(context) {
      if ('setSecureContext' in server) server.setSecureContext(context)
    },

    close(graceMs = 5_000, idleMs = 0) {
      bodies.close()
      responses.announceClose()
      inFront?.announceClose()
      return closeServer(server, { inFront, responses }, { graceMs, idleMs })
    },
  }
}

/** The origin of a server that listens at an address. */
export function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function listening(server: Server | TlsServer, host: string, port: number, shared: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(reasonOf(error, host, port), { cause: error })),
    )
    server.listen({ port, host, backlog: 511, reusePort: shared }, resolve)
  })
}
