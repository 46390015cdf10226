/** Lists the operations of a catalog with whether a token opens them, and why not. */
import type { Api, Catalog, Operation, SecurityRequirement, SourceLocation } from '../../config/types/index.ts'
import { findProviderName, renderLocation } from '../../config/types/index.ts'
import type { Consumers, Entitlement } from '../../consumers/index.ts'
import type { AccessToken } from '../../contract/access/access-token.ts'
import { findMissingDetail, renderDetails } from '../../contract/access/authorization-details.ts'
import { listCatalogUrls } from '../../contract/access/catalog-urls.ts'
import { parseQueueScope } from '../../contract/access/queue-scope.ts'
import { renderResourcePath } from '../../contract/access/resource-url.ts'
import { findSignInFault, readSignInDemands } from '../../contract/access/sign-in-demands.ts'
import type { AppliedTokenCeiling } from '../../oauth/index.ts'

export interface OperationAccess {
  /** `name:version`. */
  api: string
  operation: string
  method: string
  /** The path below the URL of the gateway. */
  path: string
  opens: boolean
  /** Why the token does not open the operation, or why the operation needs no token. */
  because?: string
  /** `file:line` of the element of the documents that decides. */
  place: string
}

/** Lists every operation of an enforced API. */
export function listOperationAccess(
  token: AccessToken,
  provider: string,
  options: Pick<Shown, 'ceilings' | 'now'> & { catalog: Catalog; consumers: Consumers; baseUrl: string },
): OperationAccess[] {
  const { catalog, consumers, ceilings, now, baseUrl } = options
  const client = consumers.find(token.clientId)
  const urls = listCatalogUrls(catalog, baseUrl)
  return catalog.apis
    .filter(({ enforced }) => enforced)
    .flatMap((api) => {
      const resources = urls.map((url) => renderResourcePath(url, api.basePath))
      return api.operations.map((operation) => {
        const name = `${operation.method} ${operation.path}`
        const entitlement = client && consumers.findEntitlement(client, api.reference, name)
        return judge(operation, api, catalog, { token, provider, entitlement, ceilings, now, resources })
      })
    })
}

interface Shown {
  token: AccessToken
  provider: string
  /** The plan of the application that opens the operation; undefined when none does. */
  entitlement: Entitlement | undefined
  ceilings: readonly AppliedTokenCeiling[]
  /** In milliseconds since the epoch. */
  now: number
  /** The URLs of the API in tokens. */
  resources: readonly string[]
}

function judge(operation: Operation, api: Api, catalog: Catalog, shown: Shown): OperationAccess {
  const { security } = operation
  const facts = {
    api: api.reference,
    operation: operation.id,
    method: operation.method,
    path: `${catalog.path}${api.basePath === '/' ? '' : api.basePath}${operation.path}`,
  }
  if (api.offline) return { ...facts, opens: false, because: 'the API is offline', place: renderLocation(api.offline) }
  if (security.length === 0 || security.some(({ all }) => all.length === 0))
    return { ...facts, opens: true, because: 'it is open to everyone', place: renderLocation(operation.location) }

  const verdicts = security.map((requirement) => ({ requirement, obstacle: obstacleOf(requirement, operation, shown) }))
  const open = verdicts.find(({ obstacle }) => obstacle === undefined)
  const decided = open ?? (verdicts.find(({ requirement }) => concerns(requirement, shown)) || verdicts[0])
  return {
    ...facts,
    opens: open !== undefined,
    ...(decided?.obstacle ? { because: decided.obstacle.because } : limitsOf(decided?.requirement, operation, shown)),
    place: renderLocation(decided?.obstacle?.location ?? decided?.requirement.location ?? operation.location),
  }
}

/** Returns the queues to which the token is limited, where it does not open the operation for all. */
function limitsOf(
  requirement: SecurityRequirement | undefined,
  { queueAccess }: Operation,
  { token }: Shown,
): { because?: string } {
  const needed = requirement?.all.flatMap(({ scopes }) => scopes).filter((scope) => !token.scopes.has(scope)) ?? []
  const limits = queueAccess ? needed.flatMap((scope) => findQueueLimits(token.scopes, scope)) : []
  return limits.length > 0 ? { because: `for ${limits.join(', ')} only` } : {}
}

interface Obstacle {
  because: string
  /** The element of the documents that decides, where it is not the requirement. */
  location?: SourceLocation
}

/** Returns why a token does not meet a security requirement; undefined when it does. */
function obstacleOf({ all }: SecurityRequirement, operation: Operation, shown: Shown): Obstacle | undefined {
  const { token, provider, entitlement, ceilings } = shown
  for (const { definition } of all) {
    const asked = findProviderName(definition)
    if (asked === undefined) return { because: `it asks for ${definition.key} (${definition.type})` }
    if (asked !== provider) return { because: `it asks for a token of ${asked}` }
  }
  if (token.resource !== undefined && !shown.resources.includes(token.resource))
    return { because: `the token is for ${token.resource}` }
  for (const { definition } of all) {
    const because = findSignInFault(token, readSignInDemands(definition.settings), shown.now)
    if (because !== undefined) return { because }
  }
  if (!entitlement) return { because: `${token.clientId} is not subscribed to a plan with this API` }
  const scopes = all.flatMap((each) => each.scopes)
  const missing = scopes.filter((scope) => !hasScope(token.scopes, scope, operation))
  if (missing.length > 0)
    return { because: `the token lacks the scope ${missing.join(' ')}${whoForbids(missing, ceilings)}` }

  const detail = findMissingDetail(token.authorizationDetails, operation.authorizationDetails?.demands ?? [])
  if (detail && operation.authorizationDetails) {
    const { location } = operation.authorizationDetails
    return { because: `the token lacks the authorization details ${renderDetails([detail])}`, location }
  }
  const { plan, product } = entitlement
  const allowed = plan.tokenCeiling?.scopes && new Set(plan.tokenCeiling.scopes)
  const beyond = scopes.find((scope) => allowed && !hasScope(allowed, scope, operation))
  if (beyond === undefined || !plan.tokenCeiling) return undefined
  const because = `the token ceiling of plan ${product.name}/${plan.name} does not allow the scope ${beyond}`
  return { because, location: plan.tokenCeiling.location }
}

/** Returns whether scopes contain one, for all queues or, where the operation names one, for some. */
function hasScope(scopes: ReadonlySet<string>, scope: string, { queueAccess }: Operation): boolean {
  return scopes.has(scope) || (queueAccess !== undefined && findQueueLimits(scopes, scope).length > 0)
}

/** Returns the queues to which a scope of a token is limited, such as `QM1/ORDERS.*`. */
function findQueueLimits(scopes: Iterable<string>, scope: string): string[] {
  return [...scopes].flatMap((each) => (parseQueueScope(each)?.action === scope ? [each.slice(scope.length + 1)] : []))
}

/** Names the ceilings that do not allow the scopes. */
function whoForbids(missing: readonly string[], ceilings: readonly AppliedTokenCeiling[]): string {
  const forbid = ceilings.filter(({ scopes }) => scopes && !missing.every((each) => scopes.includes(each)))
  if (forbid.length === 0) return ''
  return `, which the token ceiling of ${forbid.map(({ whose }) => whose).join(' and of ')} does not allow`
}

/** Whether the security requirement takes tokens of the provider. */
function concerns({ all }: SecurityRequirement, { provider }: Shown): boolean {
  return all.every(({ definition }) => findProviderName(definition) === provider)
}
