/** Which operations of a catalog a token opens, and why not the others. */
import type { Api, Catalog, Operation, SecurityRequirement } from '../../config/types.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { AccessToken } from '../../lib/access-token.ts'

export interface OpenedOperation {
  /** `name:version`. */
  api: string
  operation: string
  method: string
  /** Below the address of the gateway. */
  path: string
  opens: boolean
  /** Why it does not, or why no token is needed. */
  because?: string
  /** `file:line` of the element of the documents that decides. */
  place: string
}

/** Every operation that is routed. */
export function operationsOpenedBy(
  token: AccessToken,
  provider: string,
  { catalog, consumers }: { catalog: Catalog; consumers: Consumers },
): OpenedOperation[] {
  const client = consumers.find(token.clientId)
  return catalog.apis
    .filter(({ enforced }) => enforced)
    .flatMap((api) => {
      return api.operations.map((operation) => {
        const name = `${operation.method} ${operation.path}`
        const subscribed =
          client !== undefined && consumers.entitlement(client, api.reference, name) !== undefined
        return judge(operation, api, catalog, { token, provider, subscribed })
      })
    })
}

interface Shown {
  token: AccessToken
  provider: string
  /** The application of the token has a plan with the operation. */
  subscribed: boolean
}

function judge(operation: Operation, api: Api, catalog: Catalog, shown: Shown): OpenedOperation {
  const { security } = operation
  const facts = {
    api: api.reference,
    operation: operation.id,
    method: operation.method,
    path: `${catalog.path}${api.basePath === '/' ? '' : api.basePath}${operation.path}`,
  }
  if (api.offline)
    return { ...facts, opens: false, because: 'the API is offline', place: textOf({ place: api.offline }) }
  if (security.length === 0 || security.some(({ all }) => all.length === 0))
    return { ...facts, opens: true, because: 'it is open to everyone', place: textOf(operation) }

  const verdicts = security.map((requirement) => ({ requirement, because: obstacle(requirement, shown) }))
  const open = verdicts.find(({ because }) => because === undefined)
  const decided = open ?? (verdicts.find(({ requirement }) => concerns(requirement, shown)) || verdicts[0])
  return {
    ...facts,
    opens: open !== undefined,
    ...(decided?.because !== undefined && { because: decided.because }),
    place: textOf(decided?.requirement ?? operation),
  }
}

/** What keeps the token from fulfilling an alternative; undefined when nothing does. */
function obstacle({ all }: SecurityRequirement, { token, provider, subscribed }: Shown): string | undefined {
  for (const { definition } of all) {
    const asked = providerOf(definition)
    if (asked === undefined) return `it asks for ${definition.key} (${definition.type})`
    if (asked !== provider) return `it asks for a token of ${asked}`
  }
  if (!subscribed) return `${token.clientId} is not subscribed to a plan with this API`
  const missing = all.flatMap(({ scopes }) => scopes).filter((scope) => !token.scopes.has(scope))
  return missing.length > 0 ? `the token lacks the scope ${missing.join(' ')}` : undefined
}

/** Whether the alternative is one for tokens of the provider. */
function concerns({ all }: SecurityRequirement, { provider }: Shown): boolean {
  return all.every(({ definition }) => providerOf(definition) === provider)
}

function providerOf({ type, settings }: { type: string; settings: unknown }): string | undefined {
  if (type !== 'oauth2') return undefined
  return (settings as { 'x-ibm-oauth-provider'?: string })['x-ibm-oauth-provider']
}

function textOf({ place }: { place: { file: string; line: number } }): string {
  return `${place.file}:${place.line}`
}
