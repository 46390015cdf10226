/** Opens the listeners of one worker: HTTP, HTTPS or both. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { ConnectionSettings } from '../../../shared/http/inbound/connection-settings.ts'
import { openMonitoredConnectionLimits } from '../../../shared/http/inbound/monitored-connection-limits.ts'
import { type Listener, type ListenerOptions, openListener } from '../../../shared/http/listener/listener.ts'
import {
  buildSecureContextOptions,
  buildTlsOptions,
  NamedContexts,
  type ServerTls,
} from '../../../shared/http/listener/server-tls.ts'
import type { ExchangeInProgress, HttpResponse } from '../../../shared/http/message/http-response.ts'
import type { UpgradeCaller } from '../../../shared/http/message/upgrade-caller.ts'
import { findPeerCertificate } from '../../../shared/http/request/client-certificate.ts'
import { buildProxyHeaderReader } from '../../../shared/http/request/trusted-proxies.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { EntryRejectionReason } from '../../data-plane/index.ts'
import type { WorkerAssignment } from '../messages.ts'
import { redirectToHttps } from './redirect-to-https.ts'

export type WorkerListeners = Awaited<ReturnType<typeof openWorkerListeners>>

export interface WorkerListenersOptions
  extends Pick<WorkerAssignment, 'baseUrl' | 'listeners' | 'shared' | 'tls' | 'ticketKeys'> {
  /** Addresses and networks of proxies whose `X-Forwarded-…` and `Forwarded` are trusted. */
  trustedProxies: readonly string[]
  connections: ConnectionSettings
  log: Log
  metrics: Registry
  handlers: RequestHandlers
  onMalformed: NonNullable<ListenerOptions['onMalformed']>
}

/** Opens the listeners. When one cannot be opened, closes the others and rejects. */
export async function openWorkerListeners(options: WorkerListenersOptions) {
  const { listeners, shared, tls, trustedProxies, connections: settings, onMalformed, log, metrics } = options
  const noteCaller = trustedProxies.length === 0 ? undefined : buildProxyHeaderReader(trustedProxies)
  const watched = openMonitoredConnectionLimits({ settings, trustedProxies, log, metrics, prefix: 'sluice' })
  const open: Listener[] = []
  const names = new NamedContexts()
  if (tls) names.replace(tls)
  const close = async (graceMs: number, idleMs?: number) => {
    await Promise.all(open.map((each) => each.close(graceMs, idleMs)))
    watched.close()
  }
  const isHttpsOnly = listeners.every(({ scheme, redirects }) => scheme === 'https' || redirects) // else browsers would no longer use plain HTTP
  try {
    for (const { scheme, host, port, inheritedDescriptor, redirects } of listeners) {
      const { limits } = watched
      const socket = { host, port, reusePort: shared, inheritedDescriptor }
      const common = { ...socket, limits, onMalformed, acceptsMissingHost: true, http2: settings.http2, log }
      if (redirects) {
        open.push(await openListener({ ...common, handler: redirectToHttps(findHttpsPort(options)) }))
        continue
      }
      const secured = scheme === 'https' ? tls : undefined
      const isRequired = secured?.clientCertificates === 'required'
      const { fastPath, ...service } = serviceOf(options.handlers, noteCaller, isRequired)
      const tlsOptions = secured && {
        tls: { ...buildTlsOptions(secured), SNICallback: names.find, ticketKeys: deriveTicketKeys(options, secured) },
        strictTransport: isHttpsOnly,
      }
      const first = settings.fastPath ? fastPath : undefined
      const listener = await openListener({ ...common, ...service, fastPath: first, ...tlsOptions })
      listener.server.prependListener('secureConnection', rejectExpiredSession)
      open.push(listener)
    }
  } catch (error) {
    await close(0)
    throw error
  }
  return {
    /** Returns the requests in progress of all listeners. */
    exchanges: (): ExchangeInProgress[] => open.flatMap((each) => each.exchanges()),
    /** Calls `start` at the first connection of each listener. */
    onFirstConnection(start: () => void): void {
      for (const { server } of open) server.once('connection', start)
    },
    /** Uses another certificate for new connections. */
    renewCertificate(other: ServerTls): void {
      names.replace(other)
      const context = { ...buildSecureContextOptions(other), ticketKeys: deriveTicketKeys(options, other) }
      for (const each of open) each.renewCertificate(context)
    },
    /** Closes all listeners like `Listener.close`. */
    close,
  }
}

/** Returns the keys of session tickets, the same in all workers. A session that other CAs have trusted is not resumed. */
function deriveTicketKeys({ ticketKeys }: Pick<WorkerAssignment, 'ticketKeys'>, { ca = '' }: ServerTls): Buffer {
  return createHmac('sha384', ticketKeys).update(ca).digest()
}

/** Distrusts the client certificate of a session that is resumed after its end: OpenSSL verifies it only at first. */
function rejectExpiredSession(socket: TLSSocket): void {
  if (!socket.authorized || !socket.isSessionReused()) return
  const endsAt = findPeerCertificate(socket)?.validToDate.getTime() ?? Number.POSITIVE_INFINITY
  if (endsAt <= Date.now()) Object.assign(socket, { authorized: false, authorizationError: 'CERT_HAS_EXPIRED' })
}

/** Returns the port of HTTPS as callers see it: that of the base URL, which may differ from that of the listener. */
function findHttpsPort({ baseUrl, listeners }: Pick<WorkerListenersOptions, 'baseUrl' | 'listeners'>): number {
  const { protocol, port } = new URL(baseUrl)
  if (protocol === 'https:') return Number(port || 443)
  return listeners.find(({ scheme }) => scheme === 'https')?.port ?? 443
}

/** Builds what a listener calls: it checks certificates only where they are required, and proxies where some are trusted. */
export function serviceOf(
  { handleRequest, serveCall, isCall, upgrade }: RequestHandlers,
  noteCaller: ((request: IncomingMessage) => void) | undefined,
  requiresCertificate: boolean,
): Required<Pick<ListenerOptions, 'handler' | 'fastPath' | 'upgrade'>> {
  const accepts = (_method: string, target: string, host?: string) => isCall(target, host)
  if (!noteCaller && !requiresCertificate)
    return {
      handler: (request, response) => handleRequest(request, response),
      fastPath: { accepts, handle: serveCall },
      upgrade,
    }

  const check = (request: IncomingMessage) => {
    noteCaller?.(request)
    return requiresCertificate ? rejectionOf(request) : undefined
  }
  return {
    handler: (request, response) => handleRequest(request, response, check(request)),
    fastPath: { accepts, handle: (request, response) => serveCall(request, response, check(request)) },
    upgrade: (request, caller) => upgrade(request, caller, check(request)),
  }
}

function rejectionOf({ socket }: IncomingMessage): EntryRejectionReason | undefined {
  if ((socket as TLSSocket).authorized) return undefined
  return findPeerCertificate(socket) ? 'certificate_untrusted' : 'certificate_missing'
}

/** Serves the requests of a listener. With a rejection, a request is rejected because of its connection. */
export interface RequestHandlers {
  /** Serves any request. */
  handleRequest(request: IncomingMessage, response: ServerResponse, rejection?: EntryRejectionReason): void
  /** Whether a request target on a host belongs to the data plane, so that `serveCall` serves it. */
  isCall(target: string, host: string | undefined): boolean
  /** Serves a request of the data plane; the fast path calls it directly. */
  serveCall(request: IncomingMessage, response: HttpResponse, rejection?: EntryRejectionReason): void
  /** Serves a request that switches its connection to a WebSocket. */
  upgrade(request: IncomingMessage, caller: UpgradeCaller, rejection?: EntryRejectionReason): void
}
