/**
 * Who is calling: a client that has proven itself and is let in, or a refusal that does not say why.
 */
import type { Catalog, ProviderSettings } from '../../config/types.ts'
import type { Client, Consumers } from '../../consumers/index.ts'
import { badClient, OauthError } from '../errors.ts'
import type { ClientCredentials } from './credentials.ts'

export type AuthenticateClient = (credentials: ClientCredentials) => Promise<Client>

/** Prepares the check of clients for one provider. */
export function buildAuthenticateClient(
  consumers: Consumers,
  catalog: Catalog,
  settings: ProviderSettings,
): AuthenticateClient {
  const apis = apisOpenedBy(settings.name, catalog)

  return async function authenticateClient({ id, secret }) {
    const client = consumers.find(id)
    // An unknown client costs the same work as a wrong secret.
    const proven = secret === undefined ? mayGoWithout(client) : await consumers.verifySecret(id, secret)

    if (!client) throw badClient('the client id is not registered')
    if (!proven)
      throw badClient(secret === undefined ? 'the client secret is missing' : 'the secret is wrong')
    if (client.application.state !== 'enabled') throw badClient('the application is disabled')
    if (!consumers.entitledToAny(client, apis)) {
      throw badClient('the application is not subscribed to an API that this provider protects')
    }
    if (!settings.clientTypes.has(client.application.clientType)) {
      throw new OauthError(
        'unauthorized_client',
        `Clients of type ${client.application.clientType} may not use this provider`,
      )
    }
    return client
  }
}

/** RFC 6749 section 2.1: only a public client has nothing to prove itself with. */
function mayGoWithout(client: Client | undefined): boolean {
  return client?.application.clientType === 'public'
}

/** The APIs, by `name:version`, that a token of the provider can open. */
export function apisOpenedBy(provider: string, catalog: Catalog): string[] {
  return catalog.apis.filter((api) => [...api.definitions.values()].some(names)).map((api) => api.reference)

  function names({ type, settings }: { type: string; settings: unknown }): boolean {
    return type === 'oauth2' && (settings as Record<string, unknown>)['x-ibm-oauth-provider'] === provider
  }
}
