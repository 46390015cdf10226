/** Opens and closes the MQ web server, and applies changes of its settings. */
import { randomInt } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { userInfo } from 'node:os'
import { type ConnectionSettings, defaultConnectionSettings } from '../../shared/http/inbound/connection-settings.ts'
import { openMonitoredConnectionLimits } from '../../shared/http/inbound/monitored-connection-limits.ts'
import { nonPageHeaders } from '../../shared/http/site/asset-headers.ts'
import { Registry } from '../../shared/lib/output/prometheus.ts'
import { type Clock, steadyClock } from '../../shared/lib/time/clock.ts'
import type { Installation } from '../manager/index.ts'
import { createRestApp } from './app.ts'
import { Leases } from './context/leases.ts'
import { createMessagingLimit } from './context/messaging-limit.ts'
import type { RestServices } from './context/rest-context.ts'
import { restDialects, restV1 } from './context/rest-dialect.ts'
import { createWaitingGets } from './context/waiting-gets.ts'
import { loadResources, type OwnServer, type PartService, type WebPart } from './context/web-part.ts'
import { createHealthHandler } from './health.ts'
import { createRestRouter } from './http/rest-router.ts'
import { openMqwebListeners } from './listeners.ts'
import { ResponseCounts, renderMqwebMetrics } from './metrics/mqweb-metrics.ts'
import { Authenticator } from './security/authenticator.ts'
import { createCredentialVerifier } from './security/credential-verifier.ts'
import { openUserRegistry } from './security/registries/index.ts'
import { createSessionStore } from './security/session-store.ts'
import { openSignInProvider } from './security/sign-in-provider.ts'
import { addFirstAdmin, ensureSettingsFile, type FirstAdmin } from './settings/settings-file.ts'
import { openSettingsSource, type SettingsSourceOptions } from './settings/source.ts'

export interface MqwebServerOptions extends Pick<SettingsSourceOptions, 'log' | 'environment'> {
  installation: Installation
  /** The folder of `mqwebuser.xml` and of the server's own certificate. Created when missing. */
  folder: string
  /** Replace the properties `httpHost` and `httpsPort`. Port 0 selects any free port. */
  host?: string | undefined
  port?: number | undefined
  /** The user of a settings file as it was created, without edits. */
  firstAdmin?: FirstAdmin | undefined
  /** The parts that add to the server; none when undefined. */
  parts?: readonly WebPart[]
  clock: Clock
  /** Limits and timeouts of client connections; undefined for the defaults. */
  connections?: ConnectionSettings
  /** Services of parts that outlast the server. */
  hostServices?: readonly PartService[]
}

export type MqwebServer = Readonly<Awaited<ReturnType<typeof openMqwebServer>>>

/** Opens the server. Rejects when the settings are invalid or a port is not available. */
export async function openMqwebServer(options: MqwebServerOptions) {
  const { installation, folder, log, clock, parts = [], hostServices = [] } = options
  // A step of the machine's clock neither ends nor prolongs what this server keeps in memory.
  const own = { ...options, clock: steadyClock }
  const openForwarding = await parts.find((part) => part.loadForwarding)?.loadForwarding?.()
  const resources = await loadResources(parts)
  const openServices = await Promise.all(parts.flatMap((part) => part.loadService?.() ?? []))
  await ensureSettingsFile(folder, 'mqwebuser')
  if (options.firstAdmin) await addFirstAdmin(folder, options.firstAdmin, log)

  // The default cookie name contains this suffix, which changes at each start, so that the server ignores
  // cookies of an earlier server.
  const environment = { MQWEB_LTPA_SUFFIX: `${clock()}${randomInt(1_000_000)}`, ...options.environment }
  const settings = await openSettingsSource({
    folder,
    environment,
    log,
    async onChange(now) {
      const [before, providerBefore] = [registry, provider]
      registry = openUserRegistry(now, own)
      provider = openSignInProvider(now)
      credentials.forgetVerified()
      await listeners.applySettings(now)
      forwarding?.forgetServer()
      await before.close()
      await providerBefore?.close()
    },
  })

  const readServer = (): OwnServer => {
    const { httpHost, mqRestInstanceUrl } = settings.current().properties
    return { listenerUrl: listeners.url, properties: { httpHost: options.host || httpHost, mqRestInstanceUrl } }
  }
  const forwarding = openForwarding?.(readServer)
  let registry = openUserRegistry(settings.current(), own)
  let provider = openSignInProvider(settings.current())
  const credentials = createCredentialVerifier(() => registry, own.clock, log)
  const sessions = createSessionStore(own.clock)
  const authenticatorDeps = { ...own, settings: settings.current, registry: () => registry, credentials, sessions }
  const serverPrincipal = { name: userInfo().username, groups: [], privileged: true }
  const partDeps = { installation, folder, serverPrincipal, settings: settings.current, clock, log }
  const partServices = openServices.flatMap((open) => open(partDeps) ?? [])
  const closePartServices = () => Promise.all(partServices.map((each) => each.close()))
  const services: RestServices = {
    installation,
    clock,
    log,
    credentials,
    sessions,
    provider: () => provider,
    settings: settings.current,
    authenticator: new Authenticator(authenticatorDeps),
    messagingLimit: createMessagingLimit(),
    waitingGets: createWaitingGets(),
    leases: new Leases(own.clock),
    partServices: [...hostServices, ...partServices],
    responseCounts: new ResponseCounts(),
    resources,
    forwarding,
    serverPrincipal,
  }

  const { page } = partServices.find((each) => each.page) ?? {}
  const consoleApp = page ? createConsoleApp(services, page) : respondNotFound
  const { mqConsoleAutostart, mqRestAutostart } = settings.current().properties
  const app = mqRestAutostart ? createRestApp(services, consoleApp) : { handler: consoleApp, fastPath: undefined }
  const connectionMetrics = new Registry()
  const connections = options.connections ?? defaultConnectionSettings()
  const connectionWatch = openMonitoredConnectionLimits({
    settings: connections,
    trustedProxies: [],
    log,
    metrics: connectionMetrics,
    prefix: 'sluice_mqweb',
  })
  const { limits } = connectionWatch
  const fastPath = connections.fastPath ? app.fastPath : undefined
  const handler = createHealthHandler(installation, forwarding?.isServedElsewhere, app.handler)
  const listening = { ...options, handler, fastPath, limits }
  const listeners = await openMqwebListeners(listening, settings.current()).catch(async (error) => {
    connectionWatch.close()
    await closePartServices()
    settings.close()
    await Promise.all([registry.close(), provider?.close()])
    throw error
  })

  if (forwarding) installation.announceServer(forwarding.findServer)

  return {
    /** The first URL: `https://localhost:9443`. */
    get url() {
      return listeners.url
    },
    get port() {
      return listeners.port
    },
    /** All URLs: `https://localhost:9443`, and `http://localhost:9080` when `httpPort` is set. */
    get urls() {
      return listeners.urls
    },
    /** The paths of the console and the REST API, without those that `Autostart` has switched off. */
    paths: [mqConsoleAutostart && '/ibmmq/console/', mqRestAutostart && '/ibmmq/rest/'].filter((path) => !!path),
    /** Returns the metrics of the server and the queue managers in the Prometheus text exposition format. */
    renderMetrics: async (): Promise<string> => (await renderMqwebMetrics(services)) + connectionMetrics.render(),
    /** Reads the settings file again and applies changes. Never rejects: errors are logged, and the old settings stay. */
    reloadSettings: settings.reload,

    /** Ends all gets that wait for a message; they respond with 204. Later gets do not wait. */
    endWaitingGets: services.waitingGets.endAll,

    /** Ends waiting gets, then closes the listeners. `graceMs` and `idleMs` are those of `Listener.close`. */
    async close(graceMs?: number, idleMs?: number): Promise<void> {
      services.waitingGets.endAll()
      installation.announceServer(async () => undefined)
      settings.close()
      await listeners.close(graceMs, idleMs)
      await services.leases.endAll()
      await closePartServices()
      await forwarding?.close()
      connectionWatch.close()
      await Promise.all([registry.close(), provider?.close()])
    },
  }
}

const respondNotFound: RequestListener = (_, response) => {
  response.writeHead(404, { ...nonPageHeaders, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('The MQ web server has no resource at this path.\n')
}

/** Creates the console, with the console's role bindings. It passes all other requests to `page`. */
function createConsoleApp(services: RestServices, page: RequestListener): RequestListener {
  const routes = services.resources.flatMap((each) => each.consoleRoutes)
  const tables = restDialects.map((dialect) => {
    const prefix = `/${dialect.name}/console/api/v1`
    return { api: prefix, prefix, routes, dialect, version: restV1, application: 'console' as const }
  })
  return createRestRouter(tables, services, page).handler
}
