/** Opens what belongs to each catalog of a revision: registries, consumers, OAuth providers and the portal. */
import { upstreamClients } from '../../../shared/http/client/index.ts'
import { openUserRegistries, type UserRegistries } from '../../../shared/registries/index.ts'
import { type AttemptLimits, openAttemptLimits } from '../../../shared/security/index.ts'
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import { type Consumers, indexClients, openConsumers, openSecretUseRecorder } from '../../consumers/index.ts'
import type { TokenDecisionRequest } from '../../contract/access/token-decision.ts'
import type { Gateway } from '../../data-plane/index.ts'
import {
  OauthError,
  type OauthProvider,
  openOauthProvider,
  type RegisteredApplications,
  renderRegistrationOwner,
} from '../../oauth/index.ts'
import type { Telemetry } from '../../telemetry/index.ts'
import type { ApplicationEdit, EditApplication } from '../applications/application-edit.ts'
import type { TokenIssuer } from '../tokens/inspect-token.ts'
import type { CatalogPortal } from './catalog-rows.ts'
import type { GatewayInstanceOptions } from './gateway-instance.ts'

export interface CatalogServices {
  catalog: Catalog
  registries: UserRegistries
  consumers: Consumers
  /** Limits on failed attempts at the data plane. */
  attemptLimits: AttemptLimits
  providers: ReadonlyMap<string, OauthProvider>
  portal?: CatalogPortal | undefined
}

export type CatalogSet = Awaited<ReturnType<typeof openCatalogs>>

export type CatalogDeps = Omit<GatewayInstanceOptions, 'config'> & {
  telemetry: Telemetry
  /** Runs the assembly of a provider. */
  decideToken: Gateway['decideToken']
}

/** Opens the catalogs. When one cannot be opened, closes the others and rejects. */
export async function openCatalogs(catalogs: readonly Catalog[], tools: CatalogDeps) {
  const opened = new Map<string, CatalogServices>()
  try {
    for (const catalog of catalogs) opened.set(catalog.path, await openCatalog(catalog, tools))
  } catch (error) {
    await close()
    throw error
  }
  return {
    all: (): readonly CatalogServices[] => [...opened.values()],
    /** Finds a catalog by its path, `/{org}/{name}`. */
    find: (path: string): CatalogServices | undefined => opened.get(path),
    /** Returns the catalog at a path. Throws when there is none. */
    get: (path: string): CatalogServices => getOrThrow(opened, path),
    close,
  }

  async function close(): Promise<void> {
    for (const { providers, registries, portal } of opened.values()) {
      portal?.close()
      await Promise.all([...providers.values()].map((each) => each.close()))
      await registries.close()
    }
  }
}

/** How long a lock-out from the store is used, so that requests with right secrets do not read it each time. */
const lockReadMs = 250

async function openCatalog(catalog: Catalog, options: CatalogDeps): Promise<CatalogServices> {
  const { log, clock, store, baseUrl, telemetry } = options
  const counters = options.counters.attempts
  const registries = openUserRegistries(catalog.registries.values(), {
    log,
    store,
    tls: (name) => catalog.tlsProfiles.get(name),
    openConnections: upstreamClients[options.upstreamClient],
  })
  const uses = openSecretUseRecorder(catalog.path, { store, clock, log })
  await indexClients(catalog.applications)
  const consumers = openConsumers(catalog, { clock, uses })
  const kind = `data-plane-attempts ${catalog.path}`
  const attemptLimits = openAttemptLimits({ store, counters, kind, clock, log, lockReadMs })

  const editApplication = findApplicationEditor(options)
  const providers = new Map<string, OauthProvider>()
  for (const settings of catalog.providers.values()) {
    const path = `${catalog.path}${settings.basePath}`
    const registry = settings.registry ? getOrThrow(registries.all, settings.registry) : undefined
    const announce = (message: unknown) => options.broadcast({ providerPath: path, message })
    const registeredApplications = buildRegisteredApplications(catalog, settings, editApplication)
    const observers = telemetry.observeProvider(catalog, settings, consumers)
    const tools = {
      catalog,
      settings,
      baseUrl,
      store,
      counters,
      lockReadMs,
      registry,
      consumers,
      clock,
      log,
      announce,
      registeredApplications,
      ...observers,
      decideToken: (request: TokenDecisionRequest) => options.decideToken(catalog.path, settings.name, request),
      onKeyRotated: ({ kid }: { kid: string }) => {
        const details = { provider: path.slice(1), kid, by: 'schedule' }
        options.requestPrimary('audit', { action: 'keys rotate', details }).catch((error: unknown) => {
          log.error({ err: error, ...details }, 'a rotation of keys is missing in the audit trail')
        })
      },
    }
    providers.set(settings.name, await openOauthProvider(tools))
  }
  const open = { catalog, registries, consumers, attemptLimits, providers }
  const tools = { catalog, registries: registries.all, issuers: listIssuers(open), editApplication }
  if (!catalog.portal) return open
  const openPortal = options.parts.find((each) => each.openPortal)?.openPortal
  if (!openPortal)
    log.warn({ catalog: catalog.path }, 'the developer portal is not served: this gateway has no part "portal"')
  return { ...open, portal: await openPortal?.({ ...tools, ...options }) }
}

/** Returns the function that writes applications; without the part, it rejects each edit. */
function findApplicationEditor({ parts, requestPrimary }: CatalogDeps): EditApplication {
  const build = parts.find((each) => each.buildApplicationEditor)?.buildApplicationEditor
  const detail = 'This gateway has no part "applications", which writes applications.'
  if (!build) return async () => ({ refused: 'not_written', detail })
  return build((request, deadlineMs) => requestPrimary('part', request, deadlineMs))
}

/** Lists the OAuth providers of a catalog as issuers of tokens. */
export function listIssuers(services: Omit<CatalogServices, 'registries' | 'attemptLimits'>): TokenIssuer[] {
  const { catalog, consumers, providers } = services
  return [...providers].map(([name, { issuer, verify, findTokenCeilings }]) => ({
    name,
    issuer,
    verify,
    findTokenCeilings,
    catalog,
    consumers,
  }))
}

export function getOrThrow<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`"${key}" is not in the configuration that was checked`)
  return value
}

/** Returns the applications of clients that register at a provider: the primary edits them like those of the portal. */
function buildRegisteredApplications(
  catalog: Catalog,
  { name: provider, registration }: ProviderSettings,
  editApplication: EditApplication,
): RegisteredApplications | undefined {
  if (!registration) return undefined
  const { product, plan, maxApplications } = registration
  const by = renderRegistrationOwner(provider)

  return {
    create({ name: application, title, redirectEndpoints, clientType, clientId, secretHash, keys, grants }) {
      const settings = { title, redirectEndpoints: [...redirectEndpoints] }
      const registered = { grants, keys, subscription: { product, plan }, maxApplications }
      return edit({ ...target(application), do: 'create', settings, clientType, clientId, secretHash, registered })
    },
    change: (name, { title, redirectEndpoints }) =>
      edit({ ...target(name), do: 'change', settings: { title, redirectEndpoints: [...redirectEndpoints] } }),
    remove: (name) => edit({ ...target(name), do: 'remove' }),
  }

  function target(application: string) {
    return { catalog: catalog.path, application, by }
  }

  async function edit(wanted: ApplicationEdit): Promise<void> {
    const result = await editApplication(wanted)
    if ('application' in result) return
    const { refused, detail } = result
    if (refused === 'too_many_applications') {
      const words = `The provider has its maximum number of registered clients: ${maxApplications}`
      throw new OauthError('access_denied', words, { status: 403 })
    }
    if (refused === 'wrong_application')
      throw new OauthError('invalid_client_metadata', detail ?? 'The metadata is not valid')
    const reason = `an application was not changed: ${refused} ${detail ?? ''}`
    throw new OauthError('temporarily_unavailable', 'Clients cannot be registered now; try again later', {
      headers: { 'Retry-After': '5' },
      reason,
    })
  }
}
