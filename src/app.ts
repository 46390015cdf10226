/**
 * The composition root of the gateway: the only file that knows all its parts. It opens them, hands each what it
 * needs, and puts a new edition in the place of the old one when the documents change.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Catalog, Config } from './config/types.ts'
import { type Consumers, openConsumers } from './consumers/index.ts'
import { buildGateway, type ConnectionRefused, type Gateway, type Whereabouts } from './gateway/index.ts'
import type { HttpResponse } from './http/http-response.ts'
import type { MalformedRequest } from './http/malformed.ts'
import type { Clock } from './lib/clock.ts'
import type { Explanation } from './lib/explanation.ts'
import type { Log } from './lib/log.ts'
import { type OauthProvider, openProvider } from './oauth/index.ts'
import type { Portal } from './portal/index.ts'
import type { Announcement } from './processes/messages.ts'
import { openObservation } from './processes/observation.ts'
import { askNamed, type Faces, faceAt } from './processes/provider-calls.ts'
import type { Ask } from './processes/requests.ts'
import { type Inspection, type Issuer, inspectToken } from './processes/tokens/inspect.ts'
import type { TracingSettings } from './processes/tracing/settings.ts'
import { openTraced } from './processes/tracing/traced.ts'
import { openRegistries, type Registries } from './registries/index.ts'
import type { Store } from './storage/index.ts'

export interface AppOptions {
  config: Config
  /** The origin under which callers reach the gateway. */
  baseUrl: string
  store: Store
  log: Log
  /** Takes the line that is written about each call. */
  writeLine(line: string): void
  clock: Clock
  /** Where traces go; undefined when calls are not traced. */
  tracing: TracingSettings | undefined
  /** Asks the primary for what only one process may do. */
  ask: Ask
  /** Tells every other worker. */
  announce(announcement: Announcement): void
}

export interface App {
  /** Serves any request. With a reason it is refused for what its connection is, whatever it asks for. */
  handle(request: IncomingMessage, response: ServerResponse, refused?: ConnectionRefused): void
  /** Whether a request target is the data plane's, which answers it with `call`. */
  isCall(target: string): boolean
  call(request: IncomingMessage, response: HttpResponse, refused?: ConnectionRefused): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refused?: ConnectionRefused): void
  /** Is told of a request that never became a call. */
  malformed(request: MalformedRequest): void
  /** Something that another worker announced. */
  hear(announcement: Announcement): Promise<void>
  /** Builds what another configuration asks for, beside what is in use. Rejects when it cannot be served. */
  prepare(config: Config): Promise<PreparedEdition>
  /** Why a call was refused; undefined when it was not, or is forgotten. */
  explain(requestId: string): Explanation | undefined
  /** What an access token is worth at this moment. */
  inspect(token: string): Promise<Inspection>
  close(): Promise<void>
}

export interface PreparedEdition {
  /** Puts it to use, at once; calls in flight end on the old one. */
  adopt(): void
  discard(): Promise<void>
}

/** Everything that is built from one revision of the documents. */
interface Edition extends Faces {
  issuers: readonly Issuer[]
  gateway: Gateway
  close(): Promise<void>
}

export async function openApp(options: AppOptions): Promise<App> {
  const observation = openObservation(options)
  const traced = options.tracing && openTraced(options.tracing, observation, options.log)
  let edition = await openEdition(options.config)

  return {
    handle(request, response, refused) {
      const face = refused ? undefined : faceAt(edition, request.url as string)
      // Those without a Host are refused by the data plane, which names its calls itself.
      if (face && request.headers.host !== undefined) askFace(face, request, response)
      else call(request, response, refused)
    },

    isCall: (target) => faceAt(edition, target) === undefined,
    call,

    upgrade(request, socket, head, refused) {
      edition.gateway.upgrade(request, socket, head, refused)
    },

    async hear({ to, message }) {
      await edition.providers.find((each) => each.path === to)?.hear(message)
    },

    async prepare(config) {
      const prepared = await openEdition(config)
      return {
        adopt() {
          const old = edition
          edition = prepared
          void observation.settle()
          old.close().catch((error) => options.log.error(error, 'the old edition did not close'))
        },
        discard: prepared.close,
      }
    },

    malformed: observation.malformed,
    explain: observation.explain,
    inspect: (token) => inspectToken(token, edition.issuers),

    async close() {
      await edition.close()
      await Promise.all([observation.close(), traced?.close()])
      await options.store.close()
    },
  }

  function call(request: IncomingMessage, response: HttpResponse, refused?: ConnectionRefused): void {
    const { gateway } = edition
    if (!traced || refused) gateway.handle(request, response, refused)
    else traced.call(request, response, () => gateway.handle(request, response))
  }

  function askFace(face: OauthProvider | Portal, request: IncomingMessage, response: ServerResponse): void {
    if (traced) traced.request(request, response, () => askNamed(face, request, response))
    else askNamed(face, request, response)
  }

  /** Leaves nothing open when a part of it cannot be opened. */
  async function openEdition(config: Config): Promise<Edition> {
    const catalogs = new Map<string, OpenCatalog>()
    try {
      for (const catalog of config.catalogs) catalogs.set(catalog.path, await openCatalog(catalog))
      const gateway = openGateway(config, catalogs)
      return {
        providers: [...catalogs.values()].flatMap(({ providers }) => [...providers.values()]),
        portals: [...catalogs.values()].flatMap(({ portal }) => portal ?? []),
        issuers: [...catalogs.values()].flatMap(issuersOf),
        gateway,
        async close() {
          await gateway.close()
          await closeCatalogs(catalogs)
        },
      }
    } catch (error) {
      await closeCatalogs(catalogs)
      throw error
    }
  }

  function openGateway(config: Config, catalogs: ReadonlyMap<string, OpenCatalog>): Gateway {
    const { log, clock, store } = options
    const catalogOf = ({ org, catalog }: Whereabouts) => catalogs.get(`/${org}/${catalog}`)
    return buildGateway(config, {
      isChecked: true,
      log,
      clock,
      record: (call) => observation.call(call, catalogOf),
      count: (key, by, expiresAt) => store.count('limit', key, by, expiresAt),
      consumers: (path) => at(catalogs, path).consumers,
      registry: (path, name) => at(at(catalogs, path).registries.all, name),
      verifyToken: (path, provider) => at(at(catalogs, path).providers, provider).verify,
    })
  }

  async function openCatalog(catalog: Catalog): Promise<OpenCatalog> {
    const { log, clock, store, baseUrl } = options
    const registries = openRegistries(catalog.registries.values(), {
      log,
      tls: (name) => at(catalog.tlsProfiles, name),
    })
    const consumers = openConsumers(catalog, { clock })

    const providers = new Map<string, OauthProvider>()
    for (const settings of catalog.providers.values()) {
      const path = `${catalog.path}${settings.basePath}`
      const registry = settings.registry ? at(registries.all, settings.registry) : undefined
      const announce = (message: unknown) => options.announce({ to: path, message })
      const observers = observation.ofProvider(catalog, settings, consumers)
      const tools = { catalog, settings, baseUrl, store, registry, consumers, clock, announce, ...observers }
      providers.set(settings.name, await openProvider(tools))
    }
    const open = { catalog, registries, consumers, providers }
    const tools = { catalog, registries: registries.all, issuers: issuersOf(open) }
    if (!catalog.portal) return open
    const { openPortal } = await import('./processes/portal/open.ts')
    return { ...open, portal: openPortal({ ...tools, ...options }) }
  }
}

interface OpenCatalog {
  catalog: Catalog
  registries: Registries
  consumers: Consumers
  providers: ReadonlyMap<string, OauthProvider>
  portal?: Portal | undefined
}

async function closeCatalogs(catalogs: ReadonlyMap<string, OpenCatalog>): Promise<void> {
  for (const { providers, registries } of catalogs.values()) {
    await Promise.all([...providers.values()].map((each) => each.close()))
    await registries.close()
  }
}

function issuersOf({ catalog, consumers, providers }: OpenCatalog): Issuer[] {
  return [...providers].map(([name, { issuer, verify }]) => ({ name, issuer, verify, catalog, consumers }))
}

function at<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`"${key}" is not in the configuration that was checked`)
  return value
}
