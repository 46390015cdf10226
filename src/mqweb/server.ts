/** The life of the MQ web server: opened on its folder, following its settings, closed in order. */
import { randomInt } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { userInfo } from 'node:os'
import { type ConnectionSettings, defaultConnectionSettings } from '../http/inbound/connection-settings.ts'
import { watchConnections } from '../http/inbound/watch-connections.ts'
import { emptyHeaders } from '../http/site/headers.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Registry } from '../lib/prometheus.ts'
import type { Installation } from '../qm/index.ts'
import { createApp } from './app.ts'
import { createMessagingLimit } from './call/limit.ts'
import type { Services } from './call/services.ts'
import { createConsoleApp } from './console/app.ts'
import { openSampler } from './console/sampler.ts'
import { openDoors } from './listeners.ts'
import { createWaitingGets } from './messaging/waiting-gets.ts'
import { renderMetrics } from './metrics/metrics.ts'
import { ResponseCounts } from './metrics/response-counts.ts'
import { createAuthenticator } from './security/authenticate.ts'
import { createCredentials } from './security/credentials.ts'
import { openRegistry } from './security/registries/index.ts'
import { createSessions } from './security/sessions.ts'
import { openSettings } from './settings/source.ts'
import { ensureSettingsFile } from './settings/templates.ts'

export interface MqwebOptions {
  installation: Installation
  /** Holds `mqwebuser.xml`, and `certificate.pem` and `key.pem` when the server makes its own. Made when it is missing. */
  folder: string
  /** In the place of the properties `httpHost` and `httpsPort`; port 0 takes any free one. */
  host?: string
  port?: number
  log: Log
  clock: Clock
  /** What `${env.NAME}` in the settings refers to. */
  environment: Readonly<Record<string, string | undefined>>
  /** How connections of clients are taken; the defaults when it is left out. */
  connections?: ConnectionSettings
  /** Makes what serves the page of the console. Without it there is no console, and no resources behind it. */
  console?: (options: { frameAncestors: () => string }) => RequestListener
}

export interface Mqweb {
  /** `https://localhost:9443` */
  readonly url: string
  readonly port: number
  /** `https://localhost:9443`, and `http://localhost:9080` where plain HTTP is open. */
  readonly urls: readonly string[]
  /** What the server and the queue managers measure, in the text format of Prometheus. */
  metrics(): Promise<string>
  /** Takes a changed settings file into use now. */
  reload(): Promise<void>
  /** Ends gets that wait for a message, as if none had come in time. Later ones do not wait. */
  endWaits(): void
  /** Ends waits, then the listeners as `Listener.close` does. */
  close(graceMs?: number, idleMs?: number): Promise<void>
}

/** Opens the server. Rejects when the settings are wrong, or the port cannot be had. */
export async function openMqweb(options: MqwebOptions): Promise<Mqweb> {
  const { installation, folder, log, clock } = options
  await ensureSettingsFile(folder, 'mqwebuser')

  // A number that changes at each start, so that the cookies of an earlier server are not taken for this one's.
  const environment = { MQWEB_LTPA_SUFFIX: `${clock()}${randomInt(1_000_000)}`, ...options.environment }
  const settings = await openSettings({
    folder,
    environment,
    log,
    async changed(now) {
      const before = registry
      registry = openRegistry(now)
      credentials.forget()
      await doors.follow(now)
      await before.close()
    },
  })

  let registry = openRegistry(settings.current())
  const credentials = createCredentials(() => registry, clock, log)
  const sessions = createSessions(clock)
  const parts = { clock, settings: settings.current, registry: () => registry, credentials, sessions }
  const services: Services = {
    ...{ installation, clock, log, credentials, sessions },
    settings: settings.current,
    authenticator: createAuthenticator(parts),
    messagingLimit: createMessagingLimit(),
    waitingGets: createWaitingGets(),
    responses: new ResponseCounts(),
    serverUser: { name: userInfo().username, groups: [], privileged: true },
  }

  const { mqRestAutostart, mqConsoleAutostart } = settings.current().properties
  const sampler = options.console && mqConsoleAutostart ? openSampler({ ...services, folder }) : undefined
  const frameAncestors = () => settings.current().properties.mqConsoleFrameAncestors
  const page = options.console?.({ frameAncestors }) ?? notHere
  const beside = sampler ? createConsoleApp(services, sampler, page) : notHere
  const app = mqRestAutostart ? createApp(services, beside) : { handler: beside }
  const connectionMetrics = new Registry()
  const connections = options.connections ?? defaultConnectionSettings()
  const watched = watchConnections({
    ...{ settings: connections, trustedProxies: [], log },
    ...{ metrics: connectionMetrics, prefix: 'sluice_mqweb' },
  })
  const { limits } = watched
  const { plain, ...others } = app
  const served = { ...options, ...others, limits, ...(connections.fastPath && plain && { plain }) }
  const doors = await openDoors(served, settings.current()).catch(async (error) => {
    watched.close()
    await sampler?.close()
    settings.close()
    await registry.close()
    throw error
  })

  return {
    get url() {
      return doors.url
    },
    get port() {
      return doors.port
    },
    get urls() {
      return doors.urls
    },
    metrics: async () => (await renderMetrics(services)) + (await connectionMetrics.metrics()),
    reload: settings.reload,

    endWaits: services.waitingGets.end,

    async close(graceMs, idleMs) {
      services.waitingGets.end()
      await sampler?.close()
      settings.close()
      await doors.close(graceMs, idleMs)
      watched.close()
      await registry.close()
    },
  }
}

const notHere: RequestListener = (_, response) => {
  response.writeHead(404, { ...emptyHeaders, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('Nothing is here.\n')
}
