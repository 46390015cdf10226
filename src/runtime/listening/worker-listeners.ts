/** What one worker listens with: plain HTTP, HTTPS, or both side by side. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'

import type { CertificateRejection } from '../../gateway/index.ts'
import { shownCertificate } from '../../http/client-certificate.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { ConnectionSettings } from '../../http/inbound/connection-settings.ts'
import { watchConnections } from '../../http/inbound/watch-connections.ts'
import { type Listener, type ListenerOptions, openListener } from '../../http/listener.ts'
import { contextOf, type ServerTls, tlsOptionsOf } from '../../http/server-tls.ts'
import { readTrustedProxies } from '../../http/trusted-proxies.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Registry } from '../../lib/output/prometheus.ts'
import type { ListenerSettings } from './listeners.ts'

export interface WorkerListeners {
  /** Takes another certificate into use, for connections that come from now on. */
  renewCertificate(tls: ServerTls): void
  /** As `Listener.close`. */
  close(graceMs: number, idleMs?: number): Promise<void>
}

export interface WorkerListenersOptions {
  listeners: readonly ListenerSettings[]
  shared: boolean
  /** Undefined when there is no HTTPS. */
  tls: ServerTls | undefined
  /** Addresses and networks of proxies that are believed about where callers are. */
  trustedProxies: readonly string[]
  connections: ConnectionSettings
  log: Log
  metrics: Registry
  serving: RequestHandlers
  onMalformed: NonNullable<ListenerOptions['onMalformed']>
}

/** What serves requests. With a reason they are refused for what their connection is. */
export interface RequestHandlers {
  handle(request: IncomingMessage, response: ServerResponse, refused?: CertificateRejection): void
  /** Whether a request for this target is a call of the data plane, which `call` serves. */
  isCall(target: string): boolean
  call(request: IncomingMessage, response: HttpResponse, refused?: CertificateRejection): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refused?: CertificateRejection): void
}

/** Leaves nothing open when one of them cannot be opened. */
export async function openWorkerListeners(options: WorkerListenersOptions): Promise<WorkerListeners> {
  const { listeners, shared, tls, trustedProxies, connections: settings, onMalformed, log, metrics } = options
  const noteCaller = trustedProxies.length === 0 ? undefined : readTrustedProxies(trustedProxies)
  const watched = watchConnections({ settings, trustedProxies, log, metrics, prefix: 'sluice' })
  const open: Listener[] = []
  const close = async (graceMs: number, idleMs?: number) => {
    await Promise.all(open.map((each) => each.close(graceMs, idleMs)))
    watched.close()
  }
  const isHttpsOnly = listeners.every(({ scheme }) => scheme === 'https') // else browsers would no longer use plain HTTP
  try {
    for (const { scheme, host, port } of listeners) {
      const { limits } = watched
      const common = { host, port, shared, limits, onMalformed, acceptsMissingHost: true }
      const secured = scheme === 'https' ? tls : undefined
      const { plain, ...service } = serviceOf(options.serving, noteCaller, secured?.clients === 'required')
      const tlsOptions = secured && { tls: tlsOptionsOf(secured), strictTransport: isHttpsOnly }
      open.push(
        await openListener({ ...common, ...service, ...(settings.fastPath && { plain }), ...tlsOptions }),
      )
    }
  } catch (error) {
    await close(0)
    throw error
  }
  return {
    renewCertificate(other) {
      for (const each of open) each.renew(contextOf(other))
    },
    close,
  }
}

/** A door looks for certificates only where they are required, and for proxies only where some are trusted. */
function serviceOf(
  { handle, call, isCall, upgrade }: RequestHandlers,
  noteCaller: ((request: IncomingMessage) => void) | undefined,
  requiresCertificate: boolean,
): Required<Pick<ListenerOptions, 'handler' | 'plain' | 'upgrade'>> {
  const wants = (_method: string, target: string) => isCall(target)
  if (!noteCaller && !requiresCertificate) return { handler: handle, plain: { wants, serve: call }, upgrade }

  const look = (request: IncomingMessage) => {
    noteCaller?.(request)
    return requiresCertificate ? refusalOf(request) : undefined
  }
  return {
    handler: (request, response) => handle(request, response, look(request)),
    plain: { wants, serve: (request, response) => call(request, response, look(request)) },
    upgrade: (request, socket, head) => upgrade(request, socket, head, look(request)),
  }
}

function refusalOf({ socket }: IncomingMessage): CertificateRejection | undefined {
  if ((socket as TLSSocket).authorized) return undefined
  return shownCertificate(socket) ? 'certificate_untrusted' : 'certificate_missing'
}
