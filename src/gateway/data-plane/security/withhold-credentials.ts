/**
 * Withholds the credentials of a catalog from upstreams: access tokens of its providers, client ids and secrets of its
 * applications, passwords of its users. A caller may send them to any operation, also to one that does not read them.
 *
 * The places that the security definitions of the API name are withheld on each of its operations. At the customary places,
 * a value is withheld when it is a credential of the catalog; anything else there may be meant for the upstream.
 */
import type { Api, Catalog, SecurityDefinition } from '../../config/types/index.ts'
import { findNativeProvider, findProviderName } from '../../config/types/index.ts'
import type { VerifyToken } from '../../contract/access/access-token.ts'
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-progress.ts'
import { findHeader, removeHeader } from '../message/headers.ts'
import { type QueryParameter, readParameters, removeParametersAt } from '../request/query.ts'
import { findKeyRole } from './api-key.ts'
import type { SecurityDefinitionContext } from './security-type.ts'

const tokenScheme = /^(?:bearer|dpop) +(\S+)$/i
const clientIdHeader = 'x-ibm-client-id'
/** A query that may have a credential: a customary name, or a name that is percent-encoded. */
const suspiciousQuery = /client_|access_token|%/i

interface WithheldPlaces {
  headers: ReadonlySet<string>
  parameters: ReadonlySet<string>
  authorization: RegExp | undefined
}

/** An API, and what knows the credentials of its catalog. */
type CredentialOwners = Pick<SecurityDefinitionContext, 'api' | 'catalog' | 'deps' | 'consumers'>

/** Returns the step that removes credentials from the message to the upstream, once a call of the API is authorised. */
export function buildCredentialRemoval({ api, catalog, deps, consumers }: CredentialOwners): CallStep {
  const { headers, parameters, authorization } = findWithheldPlaces(api, catalog)
  const names = [...catalog.providers.keys(), ...(catalog.foreignProviders?.keys() ?? [])]
  const natives = names.flatMap((name) => findNativeProvider(catalog, name) ?? [])
  const providers = natives.map(({ holder, provider }) => deps.verifyToken(holder.path, provider.name))
  const isOwnClient = (id: string) => consumers.find(id) !== undefined

  return function withholdCredentials(call) {
    const { message, target, head, caller } = call
    for (const name of headers)
      if (findHeader(message.readableHeaders, name) !== undefined) removeHeader(message.headers, name)
    if (head.hasClientId && isOwnClient(findHeader(message.readableHeaders, clientIdHeader) ?? ''))
      removeHeader(message.headers, clientIdHeader)
    const hasQuery = target.search !== '' && (parameters.size > 0 || suspiciousQuery.test(target.search))
    const isOpen = !caller.isAuthorizationConsumed && !caller.passesAuthorization
    const sent = isOpen ? head.authorization : undefined
    if (sent !== undefined && authorization?.test(sent)) caller.isAuthorizationConsumed = true
    const token = sent === undefined || caller.isAuthorizationConsumed ? undefined : tokenScheme.exec(sent)?.[1]
    return hasQuery || token !== undefined ? withholdTokens(call, hasQuery, token) : undefined
  }

  async function withholdTokens(call: Call, hasQuery: boolean, token: string | undefined): Promise<undefined> {
    if (hasQuery) await withholdParameters(call, parameters, isOwnClient, providers)
    if (token !== undefined) call.caller.isAuthorizationConsumed = await isOwnToken(token, providers)
  }
}

/** Returns the places that the definitions of an API's operations name, whichever of its operations is called. */
function findWithheldPlaces(api: Api, catalog: Catalog): WithheldPlaces {
  const definitions = api.operations.flatMap(({ security }) =>
    security.flatMap(({ all }) => all.map(({ definition }) => definition)),
  )
  const schemes = new Set(definitions.flatMap((definition) => findScheme(definition, catalog)))
  return {
    headers: new Set(definitions.flatMap((each) => findKeyName(each, 'header'))),
    parameters: new Set(definitions.flatMap((each) => findKeyName(each, 'query'))),
    authorization: schemes.size > 0 ? new RegExp(`^(?:${[...schemes].join('|')})(?:\\s|$)`, 'i') : undefined,
  }
}

function findScheme(definition: SecurityDefinition, { thirdParties }: Catalog): string[] {
  if (definition.type === 'basic') return ['basic']
  if (definition.type !== 'oauth2') return []
  return thirdParties?.get(findProviderName(definition) ?? '')?.passesAuthorization ? [] : ['bearer', 'dpop']
}

function findKeyName({ type, settings }: SecurityDefinition, carrier: 'header' | 'query'): string[] {
  if (type !== 'apiKey') return []
  const { in: place, name } = settings as { in: string; name: string }
  if (place !== carrier) return []
  return [carrier === 'header' ? name.toLowerCase() : name]
}

/** Removes the keys and tokens of the catalog from the query, and leaves the rest of it as it was written. */
async function withholdParameters(
  { target, caller }: Call,
  names: ReadonlySet<string>,
  isOwnClient: (id: string) => boolean,
  providers: readonly VerifyToken[],
): Promise<void> {
  const pairs = readParameters(target.search)
  const hasOwnClient =
    caller.client !== undefined ||
    pairs.some(({ parameter: [name, value] }) => findKeyRole(name) === 'client_id' && isOwnClient(value))
  const isWithheld = ([name, value]: QueryParameter): boolean | Promise<boolean> => {
    if (names.has(name)) return true
    if (name === 'access_token') return isOwnToken(value, providers)
    const role = findKeyRole(name)
    return role === 'client_secret' ? hasOwnClient : role === 'client_id' && isOwnClient(value)
  }
  const withheld = await Promise.all(pairs.map(({ parameter }) => isWithheld(parameter)))
  if (withheld.includes(true)) removeParametersAt(target, (index) => withheld[index] === true)
}

/** Returns whether one of the providers has issued a token, valid or not. It is withheld when a provider cannot tell now. */
async function isOwnToken(token: string, providers: readonly VerifyToken[]): Promise<boolean> {
  const results = await Promise.all(providers.map((verify) => verify(token)))
  return results.some((result) => !('refused' in result) || result.refused !== 'client_id_missing')
}
