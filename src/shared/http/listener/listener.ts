/** Opens HTTP and HTTPS servers, with the same limits and timeouts. They finish requests in flight when they close. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import type { Log } from '../../lib/output/log.ts'
import { describeListenError } from '../../lib/output/network-error.ts'
import { attachFastPath } from '../fast-path/attach-fast-path.ts'
import type { FastPathHandler } from '../fast-path/fast-path-server.ts'
import { attachHttp2, http2Alpn } from '../http2/http2-server.ts'
import { attachConnectionLimits } from '../inbound/attach-connection-limits.ts'
import type { ConnectionLimits } from '../inbound/connection-limits.ts'
import type { ConnectionReader, ConnectionReaderOptions } from '../inbound/connection-reader.ts'
import { defaultMinBodyRate, type MinBodyRate, watchBodyRates } from '../inbound/min-body-rate.ts'
import { RequestGuard } from '../inbound/request-guard.ts'
import { keepAliveTimeoutMs } from '../message/header-lines.ts'
import type { ExchangeInProgress, HttpResponse } from '../message/http-response.ts'
import {
  buildMalformedRequest,
  type MalformedRequest,
  type ProtocolError,
  sendProtocolError,
  slowBodyError,
} from '../message/protocol-error.ts'
import { openConnectionCaller, type UpgradeListener } from '../message/upgrade-caller.ts'
import { AbortableResponse } from './abortable-response.ts'
import { createAcceptErrorHandler } from './accept-errors.ts'
import { buildOrigin } from './build-origin.ts'
import { closeServer } from './close-server.ts'
import { listeningOn } from './inherited-socket.ts'

export interface ListenerOptions {
  host: string
  /** The port to listen on; 0 chooses a free one. */
  port: number
  handler: RequestListener
  /** Serves the requests that it accepts on the fast path, instead of `handler`. */
  fastPath?: FastPathHandler | undefined
  /** Offers HTTP/2 in TLS handshakes. Has an effect on HTTPS only. */
  http2?: boolean | undefined
  /** Allows other processes to listen on the same port; the operating system distributes connections. */
  reusePort?: boolean
  /** The descriptor of a socket that listens on `port` already, instead of opening one. */
  inheritedDescriptor?: number | undefined
  /** Makes the server serve HTTPS. Contains certificates and keys as PEM texts, and the mode of client certificates. */
  tls?: TlsOptions
  /** Adds `Strict-Transport-Security` (RFC 6797). Default: true for HTTPS; false where the host serves plain HTTP. */
  strictTransport?: boolean
  /** Leaves requests without a Host header, or with several, to the handler, which rejects them itself. */
  acceptsMissingHost?: boolean
  /** Called for every request that the listener rejects before a handler gets it. */
  onMalformed?: ((request: MalformedRequest) => void) | undefined
  /** Serves WebSocket upgrades. Without it, they are served as ordinary requests, like all other upgrades. */
  upgrade?: UpgradeListener
  timeouts?: Partial<ListenerTimeouts>
  /** The connection limits of the process. Without them, the number of connections is not limited. */
  limits?: ConnectionLimits | undefined
  /** Gets errors of the listening socket. Without it, they are warnings of the process. */
  log?: Pick<Log, 'error'> | undefined
}

/** The timeouts of client connections. */
export interface ListenerTimeouts extends Pick<ConnectionReaderOptions, 'stalledReaderTimeoutMs' | 'checkIntervalMs'> {
  /** The time from the first to the last byte of a head, and the timeout of a TLS handshake. */
  headTimeoutMs: number
  minBodyRate: MinBodyRate
}

export interface Listener {
  readonly server: Server | TlsServer
  readonly port: number
  readonly url: string
  /** Returns the requests in progress, without WebSockets. */
  exchanges(): ExchangeInProgress[]
  /** Uses other certificates for new connections. Has an effect on HTTPS only. */
  renewCertificate(context: SecureContextOptions): void
  /**
   * Stops accepting connections, and adds `Connection: close` to all further responses. Idle connections are
   * closed after `idleMs` (default 0), so that a client that sends another request gets a last response instead
   * of a reset. Requests in flight may finish within `graceMs` (default 5 s); then all connections are destroyed.
   */
  close(graceMs?: number, idleMs?: number): Promise<void>
}

const serverOptions = {
  maxHeaderSize: 32 * 1024,
  requestTimeout: 0, // `minBodyRate` limits the time of a body
  keepAliveTimeout: keepAliveTimeoutMs,
  insecureHTTPParser: false,
  optimizeEmptyRequests: true, // a request without a body is complete after its head
} as const

const defaultTimeouts: ListenerTimeouts = {
  headTimeoutMs: 20_000,
  minBodyRate: defaultMinBodyRate,
  stalledReaderTimeoutMs: 120_000,
  checkIntervalMs: 5_000,
}

/** Opens a listener. Rejects with the address and the reason when the port cannot be opened. */
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
    http2: offersHttp2 = false,
    strictTransport: isStrictTransport = tls !== undefined,
    timeouts,
    limits,
    log,
  } = options
  const { headTimeoutMs, stalledReaderTimeoutMs, minBodyRate, checkIntervalMs } = { ...defaultTimeouts, ...timeouts }
  const report = (fault: ProtocolError, socket: Duplex) => {
    const malformed = buildMalformedRequest(fault, (socket as Socket).remoteAddress)
    onMalformed?.(malformed)
    return malformed.requestId
  }
  const bodyRateWatch = watchBodyRates(minBodyRate, (request, response) =>
    sendProtocolError(response, slowBodyError, report(slowBodyError, request.socket)),
  )
  const shared: ConnectionReaderOptions = {
    isStrictTransport,
    headTimeoutMs,
    stalledReaderTimeoutMs,
    checkIntervalMs,
    bodyRateWatch,
  }
  const guard = new RequestGuard({
    ...shared,
    handler,
    upgrade: upgrade && ((request, socket, head) => upgrade(request, openConnectionCaller(request, socket, head))),
    acceptsMissingHost,
    report,
  })
  const settings = {
    ...serverOptions,
    headersTimeout: headTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    ServerResponse: AbortableResponse,
    requireHostHeader: false, // the guard rejects such requests with a reason and a request id
    shouldUpgradeCallback: guard.shouldUpgrade,
  }
  const server = tls
    ? createTlsServer({ ...settings, handshakeTimeout: headTimeoutMs, ...(offersHttp2 && http2Alpn), ...tls })
    : createServer(settings)
  guard.attach(server)
  const fastPath = fastPathHandler && attachFastPath(server, { ...shared, ...fastPathHandler })
  const http2 =
    offersHttp2 && tls
      ? attachHttp2(server as TlsServer, {
          handler: handler as (request: IncomingMessage, response: HttpResponse) => void,
          calls: fastPathHandler,
          upgrade,
          report,
          ...shared,
        })
      : undefined
  const readers: ConnectionReader[] = [http2, fastPath, guard].filter((reader) => reader !== undefined)
  const stateOf = (socket: Socket) => http2?.stateOf(socket) ?? fastPath?.stateOf(socket) ?? guard.stateOf(socket)
  if (limits) attachConnectionLimits(server, limits, stateOf)

  if (options.inheritedDescriptor === undefined) await listening(server, host, port, reusePort)
  else await listeningOn(server, options.inheritedDescriptor, port)
  server.on('error', createAcceptErrorHandler({ limits, log }))
  const address = server.address() as AddressInfo

  return {
    server,
    port: address.port,
    url: buildOrigin(tls ? 'https' : 'http', host, address.port),

    exchanges: () => readers.flatMap((reader) => reader.exchanges()),

    renewCertificate(context) {
      if ('setSecureContext' in server) server.setSecureContext(context)
    },

    close(graceMs = 5_000, idleMs = 0) {
      bodyRateWatch.close()
      for (const reader of readers) reader.announceClose()
      return closeServer(server, readers, { graceMs, idleMs })
    },
  }
}

function listening(server: Server | TlsServer, host: string, port: number, reusePort: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, host, port), { cause: error }))
    server.once('error', onError)
    server.listen({ port, host, backlog: 511, reusePort }, () => {
      server.off('error', onError)
      resolve()
    })
  })
}
