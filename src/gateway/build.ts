/**
 * Builds the routes, endpoints, checks and policies of all published APIs, once for each revision of the
 * documents.
 */
import type { Api, Catalog, Config, Operation, SourceLocation } from '../config/types/index.ts'
import { findObservation } from './activity/observe-call.ts'
import { buildAssembly, type CompiledAssembly, hasBackgroundWork } from './assembly.ts'
import type { ResponseStore } from './cache/store/response-store.ts'
import type { CallStep } from './call/call-progress.ts'
import type { GatewayDeps } from './call/deps.ts'
import type { ApiResource, OperationEndpoint, PublishedApi } from './call/endpoint.ts'
import type { ServeInnerCall } from './call/inner-call.ts'
import { openProblemCollector } from './errors/document-error.ts'
import { GatewayError } from './errors/gateway-errors.ts'
import { limitAddresses } from './limits/access-terms.ts'
import type { LimitCounters } from './limits/limit-counters.ts'
import { buildCommandGuard } from './mqsc/command-guard.ts'
import { rejectUndefinedValues, type UndefinedValueDeps } from './policy/reject-undefined-values.ts'
import { buildDeprecationSteps, type DeprecationSteps } from './response/deprecation-headers.ts'
import { buildRoutingTable, type RoutingTable } from './routing/match-route.ts'
import { findParameterNames, PathTree } from './routing/path-tree.ts'
import type { ScriptRunner } from './scripts/script-runner.ts'
import { buildSecurityCheck } from './security/requirements.ts'
import { openThirdPartyVerifiers, type ThirdPartyVerifiers } from './third-party/third-party-verifiers.ts'
import type { UpstreamConnections } from './upstream/upstream-connections.ts'

/** The dependencies that all APIs share. */
export interface ApiBuildDeps {
  connections: UpstreamConnections
  /** The connections to OAuth providers outside the gateway. */
  providerConnections: UpstreamConnections
  counters: LimitCounters
  scripts: ScriptRunner
  responses: ResponseStore
  /** Serves a call of an API from within a call. */
  serveInnerCall: ServeInnerCall
  /** Receives a warning for each value that nothing in the documents defines. Default: none is reported. */
  warn?: UndefinedValueDeps['warn']
}

type Context = ApiBuildDeps & {
  warn: UndefinedValueDeps['warn']
  catalog: Catalog
  deps: GatewayDeps
  thirdPartyVerifiers: ThirdPartyVerifiers
}

/**
 * Returns the routing table of all published APIs. Throws a `GatewayBuildError` with every problem of the
 * documents. An API of a configuration that was checked before is built at its first call, because with thousands
 * of APIs a worker receives calls for few of them.
 */
export function buildApiRoutingTable(config: Config, deps: GatewayDeps, shared: ApiBuildDeps): RoutingTable {
  const problems = openProblemCollector()
  const { warn = () => {} } = shared
  const thirdPartyVerifiers = openThirdPartyVerifiers(deps.clock, shared.providerConnections)
  const apis: PublishedApi[] = []
  for (const catalog of config.catalogs) {
    for (const api of catalog.apis) {
      if (!api.enforced) continue
      const published = publish(api, { ...shared, warn, catalog, deps, thirdPartyVerifiers })
      if (!deps.isChecked || hasBackgroundWork(api)) problems.try(published.resources)
      apis.push(published)
    }
  }
  problems.throwIfAny()
  return buildRoutingTable(apis)
}

/** Returns an API to which no call is routed: the assembly of a provider. */
export function publishUnrouted(api: Api, catalog: Catalog, deps: GatewayDeps, shared: ApiBuildDeps): PublishedApi {
  const { warn = () => {} } = shared
  const thirdPartyVerifiers = openThirdPartyVerifiers(deps.clock, shared.providerConnections)
  return publish(api, { ...shared, warn, catalog, deps, thirdPartyVerifiers })
}

function publish(api: Api, context: Context): PublishedApi {
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
  const { catalog, deps, thirdPartyVerifiers, warn } = context
  const problems = openProblemCollector()
  const deprecation = buildDeprecationSteps(api, catalog)
  const assembly = problems.try(() => addFirstSteps(buildAssembly(api, context), deprecation.beforePolicies))
  const security = { api, catalog, deps, thirdPartyVerifiers, consumers: deps.consumers(catalog.path) }
  const segments = new PathTree<ApiResource>()
  const resources = new Set<ApiResource>()
  for (const operation of api.operations) {
    const build = () => rejectUndefinedValues(() => buildSecurityCheck(operation, security), { api, warn })
    const authorise = problems.try(() => (api.offline ? offline(api.offline) : build()))
    if (!authorise || !assembly) continue
    const resource = segments.add(operation.path, newResource(published))
    resources.add(resource)
    const guard = buildCommandGuard(operation, deps)
    resource.methods.set(
      operation.method,
      endpointOf(published, operation, { authorise, assembly, deprecation, guard }),
    )
  }
  for (const resource of resources) resource.unknownMethodError = unknownMethod(resource)
  problems.throwIfAny()
  return segments
}

function addFirstSteps(assembly: CompiledAssembly, steps: readonly CallStep[]): CompiledAssembly {
  return { ...assembly, execute: [...steps, ...assembly.execute] }
}

/** Returns a check that rejects every call, for an API that is offline. */
function offline(location: SourceLocation): OperationEndpoint['authorise'] {
  const rejection = new GatewayError('api_offline', { location })
  return () => rejection
}

interface OperationParts {
  /** The step that checks MQSC commands. */
  guard: CallStep | undefined
  authorise: OperationEndpoint['authorise']
  assembly: CompiledAssembly
  deprecation: DeprecationSteps
}

function endpointOf(
  { api, location }: PublishedApi,
  operation: Operation,
  { authorise, assembly, deprecation, guard }: OperationParts,
): OperationEndpoint {
  return {
    operation,
    location: { ...location, operation: operation.id },
    parameterNames: findParameterNames(operation.path),
    authorise: deprecation.announce(limitAddresses(api, authorise), operation),
    ...(guard ? addFirstSteps(assembly, [guard]) : assembly),
  }
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
