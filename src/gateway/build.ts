/**
 * Prepares everything that a call will find: routes, endpoints, checks, policies. Once per edition of the documents.
 */
import type { Api, Catalog, Config, Operation, Place } from '../config/types/index.ts'
import { type BuiltAssembly, buildAssembly, works } from './assembly.ts'
import type { GatewayTools } from './call/deps.ts'
import { collectProblems } from './call/document-error.ts'
import type { Endpoint, PublishedApi, Resource } from './call/endpoint.ts'
import { Refusal } from './call/refusals.ts'
import type { Meters } from './limits/counters.ts'
import { buildRoutes, type Routes } from './routing/route.ts'
import { parameterNames, Segments } from './routing/segments.ts'
import { buildAuthorise } from './security/requirements.ts'
import { openThirdParties, type ThirdParties } from './third-party/third-party.ts'
import type { Upstreams } from './upstream/upstreams.ts'

/** What all APIs have in common. */
export interface Shared {
  upstreams: Upstreams
  /** The connections to OAuth providers of others. */
  providers: Upstreams
  meters: Meters
}

type Context = Shared & { catalog: Catalog; tools: GatewayTools; thirdParties: ThirdParties }

/**
 * Throws a `GatewayBuildError` with everything that is wrong in the documents. Those that have been checked may wait
 * for their first call: of thousands of APIs, few are called in every worker.
 */
export function build(config: Config, tools: GatewayTools, { upstreams, providers, meters }: Shared): Routes {
  const problems = collectProblems()
  const thirdParties = openThirdParties(tools.clock, providers)
  const apis: PublishedApi[] = []
  for (const catalog of config.catalogs) {
    for (const api of catalog.apis) {
      if (!api.enforced) continue
      const published = publish(api, { catalog, tools, upstreams, providers, meters, thirdParties })
      if (!tools.isChecked || works(api)) problems.try(published.resources)
      apis.push(published)
    }
  }
  problems.throwIfAny()
  return buildRoutes(apis)
}

function publish(api: Api, context: Context): PublishedApi {
  const { catalog } = context
  let resources: Segments<Resource> | undefined
  const published: PublishedApi = {
    api,
    catalog,
    reference: api.reference,
    prefix: `${catalog.path}${api.basePath === '/' ? '' : api.basePath}`,
    resources() {
      resources ??= buildResources(published, context)
      return resources
    },
    unknownPath: new Refusal('operation_unknown', { place: api.place }),
    allowsEncodedSlash: api.properties.get('allow-encoded-slash') === 'true',
    whereabouts: { org: catalog.org, catalog: catalog.name, api: api.reference, operation: undefined },
  }
  return published
}

function buildResources(published: PublishedApi, context: Context): Segments<Resource> {
  const { api } = published
  const { catalog, tools, thirdParties } = context
  const problems = collectProblems()
  const assembly = problems.try(() => buildAssembly(api, context))
  const security = { api, catalog, tools, thirdParties, consumers: tools.consumers(catalog.path) }

  const segments = new Segments<Resource>()
  const resources = new Set<Resource>()
  for (const operation of api.operations) {
    const authorise = problems.try(() =>
      api.offline ? offline(api.offline) : buildAuthorise(operation, security),
    )
    if (!authorise || !assembly) continue
    const resource = segments.add(operation.path, newResource(published))
    resources.add(resource)
    resource.methods.set(operation.method, endpointOf(published, operation, authorise, assembly))
  }
  for (const resource of resources) resource.unknownMethod = unknownMethod(resource)
  problems.throwIfAny()
  return segments
}

/** Nobody is let in, whoever it is. */
function offline(place: Place): Endpoint['authorise'] {
  const refusal = new Refusal('api_offline', { place })
  return () => refusal
}

function endpointOf(
  { whereabouts }: PublishedApi,
  operation: Operation,
  authorise: Endpoint['authorise'],
  assembly: BuiltAssembly,
): Endpoint {
  return {
    operation,
    whereabouts: { ...whereabouts, operation: operation.id },
    parameterNames: parameterNames(operation.path),
    authorise,
    ...assembly,
  }
}

function newResource(api: PublishedApi): Resource {
  return { api, methods: new Map(), unknownMethod: api.unknownPath }
}

/** RFC 9110 section 15.5.6: the answer names the methods that there are. */
function unknownMethod({ api, methods }: Resource): Refusal {
  return new Refusal('method_unknown', {
    headers: ['Allow', [...methods.keys()].join(', ')],
    place: api.api.place,
  })
}
