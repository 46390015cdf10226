/**
 * Who is calling: a client that has proven itself and is let in, or a refusal that does not say why.
 */
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Client, Consumers } from '../../consumers/index.ts'
import { invalidClientError } from '../errors/oauth-error.ts'
import type { ClientCredentials } from './credentials.ts'
import type { RunAttempt } from './run-attempt.ts'

/** Returns the client when it may use the provider, or the reason why not. The client is not authenticated yet. */
export type AdmitClient = (clientId: string) => Client | { refused: string }

export type AuthenticateClient = (credentials: ClientCredentials, address: string) => Promise<Client>

/** Prepares the rule of who may use one provider: enabled, of its client types, subscribed to an API that it protects. */
export function buildAdmitClient(
  consumers: Consumers,
  catalog: Catalog,
  settings: ProviderSettings,
): AdmitClient {
  const apis = findProtectedApis(settings.name, catalog)

  return function admitClient(id) {
    const client = consumers.find(id)
    if (!client) return { refused: 'the client id is not registered' }
    if (client.application.state !== 'enabled') return { refused: 'the application is disabled' }
    if (!settings.clientTypes.has(client.application.clientType)) {
      return { refused: `the provider is not for clients of type ${client.application.clientType}` }
    }
    if (!consumers.isEntitledToAny(client, apis)) {
      return { refused: 'the application is not subscribed to an API that this provider protects' }
    }
    return client
  }
}

/** Prepares the check of credentials for one provider. */
export function buildAuthenticateClient(
  admitClient: AdmitClient,
  consumers: Consumers,
  attempt: RunAttempt,
): AuthenticateClient {
  return async function authenticateClient({ id, secret }, address) {
    const proven = secret === undefined ? mayGoWithout(consumers.find(id)) : await verify(id, secret, address)

    const client = admitClient(id)
    if ('refused' in client) throw invalidClientError(client.refused)
    if (!proven)
      throw invalidClientError(secret === undefined ? 'the secret is missing' : 'the secret is wrong')
    return client
  }

  /** An unknown client costs the same work as a wrong secret. */
  async function verify(id: string, secret: string, address: string): Promise<boolean> {
    const check = async () => (await consumers.verifySecret(id, secret)) || undefined
    return (await attempt({ kind: 'client', name: id, address }, secret, check)) ?? false
  }
}

/** RFC 6749 section 2.1: only a public client has nothing to prove itself with. */
function mayGoWithout(client: Client | undefined): boolean {
  return client?.application.clientType === 'public'
}

/** The APIs, by `name:version`, that a token of the provider can open. */
export function findProtectedApis(provider: string, catalog: Pick<Catalog, 'apis'>): string[] {
  return catalog.apis.filter((api) => [...api.definitions.values()].some(names)).map((api) => api.reference)

  function names({ type, settings }: { type: string; settings: unknown }): boolean {
    return type === 'oauth2' && (settings as Record<string, unknown>)['x-ibm-oauth-provider'] === provider
  }
}
