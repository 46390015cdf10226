/** The listeners of the server: HTTPS, and plain HTTP when `httpPort` is set. They follow the settings. */
import type { RequestListener } from 'node:http'
import type { PlainService } from '../http/fast-path/fast-path-server.ts'
import type { ConnectionLimits } from '../http/inbound/connection-limits.ts'
import { type Listener, openListener, urlOf } from '../http/listener.ts'
import type { Log } from '../lib/output/log.ts'
import type { MqwebSettings } from './settings/settings.ts'
import { readTlsOptions } from './tls-options.ts'

export interface MqwebListenersOptions {
  folder: string
  host?: string
  port?: number
  handler: RequestListener
  /** Serves what it wants of the plain requests, in the place of the handler. */
  fastPath?: PlainService
  limits: ConnectionLimits
  log: Log
}

export interface MqwebListeners {
  readonly url: string
  readonly port: number
  /** Of every listener, HTTPS first. */
  readonly urls: readonly string[]
  /** Takes changed settings into use. Calls in flight finish on the old doors. */
  applySettings(settings: MqwebSettings): Promise<void>
  close(graceMs?: number, idleMs?: number): Promise<void>
}

/** Opens what the settings ask for. Rejects when a port cannot be had; nothing is left open then. */
export async function openMqwebListeners(
  options: MqwebListenersOptions,
  settings: MqwebSettings,
): Promise<MqwebListeners> {
  const { log } = options
  let plan = planOf(settings, options)
  let open = await openAll(plan, options)
  const leaving = new Set<Promise<void>>()

  /** Calls in flight finish, and nobody waits for them. */
  function leave({ listeners }: Open): void {
    const closing = closeAll(listeners).finally(() => leaving.delete(closing))
    leaving.add(closing)
  }

  return {
    get url() {
      return open.url
    },
    get port() {
      return open.port
    },
    get urls() {
      return open.urls
    },

    async applySettings(settings) {
      const wanted = planOf(settings, options)
      if (sameDoors(wanted, plan)) return

      // The same port may be wanted again, so the old doors stop listening before the new ones open.
      const before = open
      leave(before)
      try {
        open = await openAll({ ...wanted, httpsPort: wanted.httpsPort || before.port }, options)
        plan = wanted
      } catch (error) {
        log.error({ err: error }, 'the listeners of before stay in use')
        open = await openAll({ ...plan, httpsPort: before.port }, options)
      }
    },

    async close(graceMs, idleMs) {
      await Promise.all([closeAll(open.listeners, graceMs, idleMs), ...leaving])
    },
  }
}

/** Everything that decides how the doors are opened. */
interface Plan {
  host: string
  httpsPort: number
  httpPort: number
  tls: MqwebSettings['tls']
}

function planOf({ properties, tls }: MqwebSettings, { host, port }: MqwebListenersOptions): Plan {
  const { httpHost, httpsPort, httpPort } = properties
  return { host: host ?? httpHost, httpsPort: port ?? httpsPort, httpPort, tls }
}

function sameDoors(one: Plan, other: Plan): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface Open {
  listeners: readonly Listener[]
  url: string
  port: number
  urls: readonly string[]
}

async function openAll(
  plan: Plan,
  { folder, handler, fastPath: plain, limits }: MqwebListenersOptions,
): Promise<Open> {
  const { httpsPort, httpPort } = plan
  const host = plan.host === '*' ? '::' : plan.host
  const name = plan.host === '*' || plan.host === '::' || plan.host === '0.0.0.0' ? 'localhost' : plan.host
  if (httpsPort < 0 && httpPort < 0)
    throw new Error('httpsPort and httpPort are both -1: there is no port to open')

  const strictTransport = httpPort < 0 // browsers would no longer use the HTTP port
  const listeners: Listener[] = []
  const urls: string[] = []
  const opened = (scheme: 'https' | 'http', listener: Listener) => {
    listeners.push(listener)
    urls.push(urlOf(scheme, name, listener.port))
  }
  try {
    if (httpsPort >= 0) {
      const names = [...new Set([name, 'localhost', '127.0.0.1', '::1'])]
      const tls = await readTlsOptions(plan.tls, folder, names)
      opened(
        'https',
        await openListener({ host, port: httpsPort, handler, plain, limits, tls, strictTransport }),
      )
    }
    if (httpPort >= 0) opened('http', await openListener({ host, port: httpPort, handler, plain, limits }))
  } catch (error) {
    await closeAll(listeners)
    throw error
  }

  const [{ port }] = listeners as [Listener]
  const [url] = urls as [string]
  return { listeners, port, url, urls }
}

async function closeAll(listeners: readonly Listener[], graceMs?: number, idleMs?: number): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.close(graceMs, idleMs)))
}
