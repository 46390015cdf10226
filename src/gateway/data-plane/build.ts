/** Builds the routes, endpoints, checks and policies of all published APIs, once for each revision of the documents. */
import type { Api, Catalog, Config, SourceLocation } from '../config/types/index.ts'
import { findMessageAction } from '../contract/access/message-operations.ts'
import { findObservation } from './activity/observe-call.ts'
import { buildAssembly, type CompiledAssembly, hasBackgroundWork } from './assembly.ts'
import type { CallStep } from './call/call-progress.ts'
import type { ApiResource, OperationEndpoint, PublishedApi } from './call/endpoint.ts'
import { openProblemCollector } from './errors/document-error.ts'
import { GatewayError } from './errors/gateway-errors.ts'
import { buildCommandGuard } from './mqsc/command-guard.ts'
import type { SharedParts } from './policy/policy.ts'
import { rejectUndefinedValues } from './policy/reject-undefined-values.ts'
import { buildDeprecationSteps } from './response/deprecation-headers.ts'
import { buildRoutingTable, type RoutingTable } from './routing/match-route.ts'
import { findParameterNames, PathTree } from './routing/path-tree.ts'
import { buildSecurityCheck } from './security/requirements.ts'
import { buildCredentialRemoval } from './security/withhold-credentials.ts'

type Context = SharedParts & { catalog: Catalog }

/**
 * Returns the routing table of all published APIs. Throws a `GatewayBuildError` with every problem of the
 * documents. An API of a configuration that was checked before is built at its first call, because with thousands
 * of APIs a worker receives calls for few of them.
 */
export function buildApiRoutingTable(config: Config, shared: SharedParts): RoutingTable {
  const problems = openProblemCollector()
  const apis: PublishedApi[] = []
  for (const catalog of config.catalogs) {
    for (const api of catalog.apis) {
      if (!api.enforced) continue
      const published = publish(api, { ...shared, catalog })
      if (!shared.deps.isChecked || hasBackgroundWork(api, shared.tables)) problems.try(published.resources)
      apis.push(published)
    }
  }
  problems.throwIfAny()
  return buildRoutingTable(apis)
}

/** Returns an API, whose parts are built at their first use. */
export function publish(api: Api, context: Context): PublishedApi {
  const { catalog } = context
  let resources: PathTree<ApiResource> | undefined
  const published: PublishedApi = {
    api,
    catalog,
    reference: api.reference,
    observation: findObservation(api),
    prefix: `${catalog.path}${api.basePath === '/' ? '' : api.basePath}`,
    resources() {
      resources ??= buildResources(published, context)
      return resources
    },
    unknownPathError: new GatewayError('operation_unknown', { location: api.location }),
    allowsEncodedSlash: api.properties.get('allow-encoded-slash') === 'true',
    location: { org: catalog.org, catalog: catalog.name, api: api.reference, operation: undefined },
  }
  return published
}

function buildResources(published: PublishedApi, context: Context): PathTree<ApiResource> {
  const { api } = published
  const { catalog, deps, thirdPartyVerifiers, warn, tables } = context
  const problems = openProblemCollector()
  const deprecation = buildDeprecationSteps(api, catalog)
  const consumers = deps.consumers(catalog.path)
  const security = { api, catalog, deps, thirdPartyVerifiers, consumers, securities: tables.securities }
  const withhold = buildCredentialRemoval(security)
  const assembly = problems.try(() =>
    addFirstSteps(buildAssembly(api, context), [withhold, ...deprecation.beforePolicies]),
  )
  const segments = new PathTree<ApiResource>()
  const resources = new Set<ApiResource>()
  for (const operation of api.operations) {
    const build = () => rejectUndefinedValues(() => buildSecurityCheck(operation, security), { api, warn })
    const authorise = problems.try(() => (api.offline ? offline(api.offline) : build()))
    if (!authorise || !assembly) continue
    const resource = segments.add(operation.path, newResource(published))
    resources.add(resource)
    const guard = buildCommandGuard(operation, deps)
    resource.methods.set(operation.method, {
      operation,
      location: { ...published.location, operation: operation.id },
      parameterNames: findParameterNames(operation.path),
      messageAction: findMessageAction(operation),
      authorise: deprecation.announce(authorise, operation),
      ...(guard ? addFirstSteps(assembly, [guard]) : assembly),
    })
  }
  for (const resource of resources) {
    const { methods } = resource
    const get = methods.get('GET')
    if (get && !methods.has('HEAD')) methods.set('HEAD', get) // RFC 9110 section 9.3.2: all servers support HEAD
    resource.unknownMethodError = unknownMethod(resource)
  }
  problems.throwIfAny()
  return segments
}

function addFirstSteps(assembly: CompiledAssembly, steps: readonly CallStep[]): CompiledAssembly {
  return { ...assembly, policies: [...steps, ...assembly.policies] }
}

/** Returns a check that rejects every call, for an API that is offline. */
function offline(location: SourceLocation): OperationEndpoint['authorise'] {
  const rejection = new GatewayError('api_offline', { location })
  return () => rejection
}

function newResource(api: PublishedApi): ApiResource {
  return { api, methods: new Map(), unknownMethodError: api.unknownPathError }
}

/**
 * Returns the error for other methods. Its Allow header lists the methods of the resource (RFC 9110 section
 * 15.5.6).
 */
function unknownMethod({ api, methods }: ApiResource): GatewayError {
  return new GatewayError('method_unknown', {
    headers: ['Allow', [...methods.keys()].join(', ')],
    location: api.api.location,
  })
}
