/** Authenticates clients. Every failed authentication has the same response; only the log contains the reason. */
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Client, Consumers } from '../../consumers/index.ts'
import { invalidClientError } from '../errors/oauth-error.ts'
import { findProtectedApis } from '../scopes/protected-apis.ts'
import { isRegisteredElsewhere } from '../scopes/registered-limits.ts'
import type { ClientCredentials } from './credentials.ts'
import type { RunAttempt } from './run-attempt.ts'

/**
 * Returns the rule of who may use a provider: enabled applications of an allowed type, subscribed to an API of it or to the
 * one that describes it. It returns the client or the reason why not, and does not authenticate the client.
 */
export function buildAdmitClient(consumers: Consumers, catalog: Catalog, settings: ProviderSettings) {
  const apis = findProtectedApis(settings, catalog)

  return function admitClient(id: string): Client | { error: string } {
    const client = consumers.find(id)
    if (!client) return { error: 'the client id is not registered' }
    if (client.application.state !== 'enabled') return { error: 'the application is disabled' }
    if (isRegisteredElsewhere(client, settings.name))
      return { error: 'the client registered itself at another provider' }
    if (!settings.clientTypes.has(client.application.clientType)) {
      return { error: `the provider does not accept clients of type ${client.application.clientType}` }
    }
    if (settings.isFapi && !client.application.credentials.find((each) => each.clientId === id)?.authentication) {
      return { error: 'the provider accepts only clients with keys or certificates: FAPI 2.0 section 5.3.2' }
    }
    if (!consumers.isEntitledToAny(client, apis)) {
      return { error: 'the application is not subscribed to an API that this provider protects' }
    }
    return client
  }
}

/**
 * Returns the authentication of the clients of one provider. It returns the client, and throws `invalid_client`, and `slow_down` while the
 * client is locked at the IP address.
 */
export function buildAuthenticateClient(
  admitClient: ReturnType<typeof buildAdmitClient>,
  consumers: Consumers,
  attempt: RunAttempt,
) {
  return async function authenticateClient({ id, secret }: ClientCredentials, address: string): Promise<Client> {
    const isAuthenticated =
      secret === undefined ? isPublicClient(consumers.find(id)) : await verify(id, secret, address)

    const client = admitClient(id)
    if ('error' in client) throw invalidClientError(client.error)
    if (!isAuthenticated)
      throw invalidClientError(secret === undefined ? 'the secret is missing' : describeWrongSecret(id))
    return client
  }

  /** Returns the text for the log. The response to the caller does not say whether a secret has expired. */
  function describeWrongSecret(id: string): string {
    const expiredAt = consumers.findSecretExpiry(id)
    if (expiredAt === undefined) return 'the secret is wrong'
    return `the secret is wrong or expired: the newest secret of the client expired at ${new Date(expiredAt).toISOString()}`
  }

  /** Returns whether the secret is right. An unknown client takes as much time as a wrong secret. */
  async function verify(id: string, secret: string, address: string): Promise<boolean> {
    const check = async () => (await consumers.verifySecret(id, secret)) || undefined
    return (await attempt({ kind: 'client', name: id, address }, secret, check)) ?? false
  }
}

/** Returns the policy of who can introspect a token: its client, and the applications that the settings name. */
export function buildMayIntrospect({ introspection: { applications } }: ProviderSettings, consumers: Consumers) {
  return async (_ctx: unknown, { clientId }: { clientId: string }, token: { clientId?: string | undefined }) =>
    token.clientId === clientId || applications.has(consumers.find(clientId)?.application.name ?? '')
}

/** Returns whether the client is public: RFC 6749 section 2.1 gives public clients no secret. */
export function isPublicClient(client: Client | undefined): boolean {
  return client?.application.clientType === 'public'
}
