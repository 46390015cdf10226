/** Rich authorization requests: RFC 9396, by oidc-provider. The types and their limits are those of the provider document. */
import { isDeepStrictEqual } from 'node:util'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { AuthorizationDetailType, ProviderSettings } from '../../config/types/index.ts'
import { isDeclaredScope, listDetailScopes, queueDetailType } from '../../contract/access/queue-scope.ts'
import { getRequestState } from '../request/request-state.ts'

/** A detail that a client asks for. */
type Detail = Readonly<Record<string, unknown>>

const maxDetailLength = 4096 // characters of one detail as JSON, which each access token carries

/** Returns the feature of oidc-provider. */
export function buildAuthorizationDetails({ authorizationDetails: types, scopes }: ProviderSettings): object {
  const validators = [...(types ?? [])].map(([type, rules]) => [
    type,
    { validate: (ctx: KoaContextWithOIDC, detail: Detail) => checkDetail(ctx, detail, rules, scopes) },
  ])
  return {
    richAuthorizationRequests: {
      enabled: types !== undefined,
      types: Object.fromEntries(validators),
      authorizationDetailsForGrantSource: (ctx: KoaContextWithOIDC) => readDetails(ctx),
      authorizationDetailsForAccessToken: (ctx: KoaContextWithOIDC, _token: unknown, source: unknown) =>
        narrow(readDetails(ctx), (source as { rar?: Detail[] } | undefined)?.rar),
      authorizationDetailsForIntrospection: (_ctx: KoaContextWithOIDC, token: unknown) =>
        (token as { rar?: Detail[] }).rar,
    },
  }
}

function readDetails({ oidc }: KoaContextWithOIDC): Detail[] | undefined {
  const text = oidc.params?.authorization_details
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

/** Refuses details that do not stand for a scope of each action and location. */
function checkQueueDetail(
  { actions, locations }: Detail,
  declared: ProviderSettings['scopes'],
  refuse: (words: string) => void,
): void {
  const [each, places] = [actions, locations].map((value) => (Array.isArray(value) ? value : []))
  const scopes = listDetailScopes([{ type: queueDetailType, actions, locations }])
  if (!each?.length || scopes.length !== each.length * (places?.length ?? 0) || scopes.length === 0)
    refuse('need actions such as put, get, browse or admin, and locations such as QM1/ORDERS.*')
  const other = scopes.find((scope) => !isDeclaredScope(scope, declared))
  if (other !== undefined) refuse(`stand for the scope ${other}, which the provider does not have`)
}

function checkDetail(
  ctx: KoaContextWithOIDC,
  detail: Detail,
  { actions: allowed, required, clients }: AuthorizationDetailType,
  scopes: ProviderSettings['scopes'],
): void {
  const refuse = (words: string) => {
    throw new errors.InvalidAuthorizationDetails(`authorization details of type '${String(detail.type)}' ${words}`)
  }
  const { client } = getRequestState(ctx)
  if (ctx.oidc.params?.grant_type === 'client_credentials' && !clients.has(client?.application.name ?? ''))
    refuse('need an owner: the provider does not name this application under clients of the type')
  if (JSON.stringify(detail).length > maxDetailLength) refuse(`are longer than ${maxDetailLength} characters`)
  const missing = required.find((member) => detail[member] === undefined)
  if (missing !== undefined) refuse(`need the member ${missing}`)
  if (detail.type === queueDetailType) checkQueueDetail(detail, scopes, refuse)
  const { actions = [] } = detail as { actions?: string[] } // oidc-provider has checked that they are texts
  const other = actions.find((each) => allowed && !allowed.has(each))
  if (other !== undefined) refuse(`can have the actions ${[...(allowed ?? [])].join(', ')} - found ${other}`)
}

/** Returns the details of a token: those of the grant, or the part that the token request names. RFC 9396 section 6. */
function narrow(asked: Detail[] | undefined, granted: Detail[] | undefined): Detail[] | undefined {
  if (!asked || !granted) return asked ?? granted
  const beyond = asked.find((each) => !granted.some((whole) => isPart(each, whole)))
  if (!beyond) return asked
  const words = `authorization details of type '${String(beyond.type)}' were not granted in this form`
  throw new errors.InvalidAuthorizationDetails(words)
}

function isPart({ actions: some, ...rest }: Detail, { actions: all, ...whole }: Detail): boolean {
  if (!isDeepStrictEqual(rest, whole)) return false
  if (some === undefined || all === undefined) return some === all
  return (some as string[]).every((each) => (all as string[]).includes(each))
}
