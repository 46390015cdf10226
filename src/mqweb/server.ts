/** The life of the MQ web server: opened on its folder, following its settings, closed in order. */
import { randomInt } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { userInfo } from 'node:os'
import { type ConnectionSettings, defaultConnectionSettings } from '../http/inbound/connection-settings.ts'
import { watchConnections } from '../http/inbound/watch-connections.ts'
import { emptyHeaders } from '../http/site/headers.ts'
import type { Log } from '../lib/output/log.ts'
import { Registry } from '../lib/output/prometheus.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Installation } from '../qm/index.ts'
import { createRestApp } from './app.ts'
import { createConsoleApp } from './console/app.ts'
import { openQueueManagerSampler } from './console/sampler.ts'
import { createMessagingLimit } from './context/messaging-limit.ts'
import type { RestServices } from './context/rest-services.ts'
import { createWaitingGets } from './context/waiting-gets.ts'
import { openMqwebListeners } from './listeners.ts'
import { renderMqwebMetrics } from './metrics/mqweb-metrics.ts'
import { ResponseCounts } from './metrics/response-counts.ts'
import { createAuthenticator } from './security/authenticator.ts'
import { createCredentialVerifier } from './security/credential-verifier.ts'
import { openUserRegistry } from './security/registries/index.ts'
import { createSessionStore } from './security/session-store.ts'
import { openSettingsSource } from './settings/source.ts'
import { ensureSettingsFile } from './settings/templates.ts'

export interface MqwebServerOptions {
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
  createConsolePage?: (options: { frameAncestors: () => string }) => RequestListener
}

export interface MqwebServer {
  /** `https://localhost:9443` */
  readonly url: string
  readonly port: number
  /** `https://localhost:9443`, and `http://localhost:9080` where plain HTTP is open. */
  readonly urls: readonly string[]
  /** What the server and the queue managers measure, in the text format of Prometheus. */
  renderMetrics(): Promise<string>
  /** Takes a changed settings file into use now. */
  reloadSettings(): Promise<void>
  /** Ends gets that wait for a message, as if none had come in time. Later ones do not wait. */
  endWaitingGets(): void
  /** Ends waits, then the listeners as `Listener.close` does. */
  close(graceMs?: number, idleMs?: number): Promise<void>
}

/** Opens the server. Rejects when the settings are wrong, or the port cannot be had. */
export async function openMqwebServer(options: MqwebServerOptions): Promise<MqwebServer> {
  const { installation, folder, log, clock } = options
  await ensureSettingsFile(folder, 'mqwebuser')

  // A number that changes at each start, so that the cookies of an earlier server are not taken for this one's.
  const environment = { MQWEB_LTPA_SUFFIX: `${clock()}${randomInt(1_000_000)}`, ...options.environment }
  const settings = await openSettingsSource({
    folder,
    environment,
    log,
    async onChange(now) {
      const before = registry
      registry = openUserRegistry(now)
      credentials.forgetVerified()
      await doors.applySettings(now)
      await before.close()
    },
  })

  let registry = openUserRegistry(settings.current())
  const credentials = createCredentialVerifier(() => registry, clock, log)
  const sessions = createSessionStore(clock)
  const parts = { clock, settings: settings.current, registry: () => registry, credentials, sessions }
  const services: RestServices = {
    ...{ installation, clock, log, credentials, sessions },
    settings: settings.current,
    authenticator: createAuthenticator(parts),
    messagingLimit: createMessagingLimit(),
    waitingGets: createWaitingGets(),
    responseCounts: new ResponseCounts(),
    serverPrincipal: { name: userInfo().username, groups: [], privileged: true },
  }

  const { mqRestAutostart, mqConsoleAutostart } = settings.current().properties
  const sampler =
    options.createConsolePage && mqConsoleAutostart
      ? openQueueManagerSampler({ ...services, folder })
      : undefined
  const frameAncestors = () => settings.current().properties.mqConsoleFrameAncestors
  const page = options.createConsolePage?.({ frameAncestors }) ?? notHere
  const beside = sampler ? createConsoleApp(services, sampler, page) : notHere
  const app = mqRestAutostart ? createRestApp(services, beside) : { handler: beside }
  const connectionMetrics = new Registry()
  const connections = options.connections ?? defaultConnectionSettings()
  const watched = watchConnections({
    ...{ settings: connections, trustedProxies: [], log },
    ...{ metrics: connectionMetrics, prefix: 'sluice_mqweb' },
  })
  const { limits } = watched
  const { fastPath: plain, ...others } = app
  const served = { ...options, ...others, limits, ...(connections.fastPath && plain && { plain }) }
  const doors = await openMqwebListeners(served, settings.current()).catch(async (error) => {
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
    renderMetrics: async () => (await renderMqwebMetrics(services)) + (await connectionMetrics.metrics()),
    reloadSettings: settings.reload,

    endWaitingGets: services.waitingGets.endAll,

    async close(graceMs, idleMs) {
      services.waitingGets.endAll()
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
