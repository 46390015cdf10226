/** What one worker listens with: plain HTTP, HTTPS, or both side by side. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'

import type { ConnectionRefused } from '../../gateway/index.ts'
import { shownCertificate } from '../../http/client-certificate.ts'
import { type Listener, type ListenerOptions, openListener } from '../../http/listener.ts'
import { contextOf, type ServerTls, tlsOptionsOf } from '../../http/server-tls.ts'
import { readTrustedProxies } from '../../http/trusted-proxies.ts'
import type { Door } from './doors.ts'

export interface Listeners {
  /** Takes another certificate into use, for connections that come from now on. */
  renew(tls: ServerTls): void
  close(graceMs: number): Promise<void>
}

export interface ListenersOptions {
  doors: readonly Door[]
  shared: boolean
  /** Undefined when there is no HTTPS. */
  tls: ServerTls | undefined
  /** Addresses and networks of proxies that are believed about where callers are. */
  trustedProxies: readonly string[]
  handler(request: IncomingMessage, response: ServerResponse, refused?: ConnectionRefused): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refused?: ConnectionRefused): void
  onMalformed: NonNullable<ListenerOptions['onMalformed']>
}

/** Leaves nothing open when one of them cannot be opened. */
export async function openListeners(options: ListenersOptions): Promise<Listeners> {
  const { doors, shared, tls, trustedProxies, onMalformed } = options
  const serving = trustedProxies.length === 0 ? options : behindProxies(options, trustedProxies)
  const open: Listener[] = []
  const close = async (graceMs: number) => {
    await Promise.all(open.map((each) => each.close(graceMs)))
  }
  try {
    for (const { scheme, host, port } of doors) {
      const common = { host, port, shared, onMalformed, acceptsMissingHost: true }
      open.push(await openListener({ ...common, ...behind(scheme === 'https' ? tls : undefined, serving) }))
    }
  } catch (error) {
    await close(0)
    throw error
  }
  return {
    renew(other) {
      for (const each of open) each.renew(contextOf(other))
    },
    close,
  }
}

function behindProxies<T extends Pick<ListenersOptions, 'handler' | 'upgrade'>>(
  serving: T,
  trustedProxies: readonly string[],
): T {
  const noteCaller = readTrustedProxies(trustedProxies)
  return {
    ...serving,
    handler(request, response, refused) {
      noteCaller(request)
      serving.handler(request, response, refused)
    },
    upgrade(request, socket, head, refused) {
      noteCaller(request)
      serving.upgrade(request, socket, head, refused)
    },
  }
}

/** Only a door that requires certificates looks for one. */
function behind(
  tls: ServerTls | undefined,
  { handler, upgrade }: ListenersOptions,
): Pick<ListenerOptions, 'tls' | 'handler' | 'upgrade'> {
  if (!tls) return { handler, upgrade }
  if (tls.clients !== 'required') return { tls: tlsOptionsOf(tls), handler, upgrade }
  return {
    tls: tlsOptionsOf(tls),
    handler: (request, response) => handler(request, response, refusalOf(request)),
    upgrade: (request, socket, head) => upgrade(request, socket, head, refusalOf(request)),
  }
}

function refusalOf({ socket }: IncomingMessage): ConnectionRefused | undefined {
  if ((socket as TLSSocket).authorized) return undefined
  return shownCertificate(socket) ? 'certificate_untrusted' : 'certificate_missing'
}
