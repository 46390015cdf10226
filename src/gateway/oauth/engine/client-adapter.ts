/** Lets oidc-provider find clients among the applications, and authenticate them by any of their secrets. */
import { randomBytes } from 'node:crypto'
import type { Adapter, ClientMetadata, Provider } from 'oidc-provider'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { Client } from '../../consumers/index.ts'
import { isCertificateBound } from '../grants/bound-tokens.ts'
import { findCurrentMessage, findCurrentRequest } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { findRegisteredLimits } from '../scopes/registered-limits.ts'
import { findKeyAuthentication, renderClientMetadata } from './client-metadata.ts'
import { keepDocumentReader } from './metadata-documents.ts'

/**
 * Returns the adapter of clients that may use the provider. For the client of the credentials of a request, it throws
 * `invalid_client` where it may not, after as much time as a wrong secret takes.
 */
export function buildClientAdapter(base: Adapter, parts: ProviderParts): Adapter {
  const { admitClient, authenticateClient, settings } = parts
  const unused = randomBytes(32).toString('base64url')
  const known = new WeakMap<Client, Map<string, ClientMetadata>>()

  return {
    ...base,
    async find(id) {
      const client = admitClient(id)
      const state = findCurrentRequest()
      if (state?.credentials?.id !== id) {
        if ('error' in client) return undefined
        return metadataOf(client, client.application.clientType === 'public' ? undefined : unused)
      }
      const { credentials, address } = state
      if (!('error' in client) && findKeyAuthentication(client)) {
        state.client = client // oidc-provider authenticates it next
        return metadataOf(client, undefined)
      }
      if (!('error' in client) && credentials.secret !== undefined) return metadataOf(client, unused)
      // Without a secret, or of a client that may not use the provider. A public client needs none.
      state.client = await authenticateClient(credentials, address)
      return metadataOf(state.client, undefined)
    },
  }

  /** Returns the metadata; the same object for the same facts, because oidc-provider checks each object anew. */
  function metadataOf(client: Client, secret: string | undefined): ClientMetadata {
    const isBound = isCertificateBound(settings, findCurrentMessage())
    const key = `${secret === undefined} ${isBound}`
    const all = getOrCreate(known, client, () => new Map<string, ClientMetadata>())
    let metadata = all.get(key)
    if (!metadata) {
      const limits = findRegisteredLimits(client, settings)
      metadata = renderClientMetadata(client, parts, secret, {
        dpop_bound_access_tokens: settings.dpop.enabled
          ? settings.dpop.required && !(settings.isFapi && isBound)
          : undefined,
        authorization_details_types:
          settings.authorizationDetails &&
          [...settings.authorizationDetails.keys()].filter((type) => limits?.details?.has(type) ?? true),
        subject_type: settings.openidConnect.isPairwise ? 'pairwise' : undefined,
        tls_client_certificate_bound_access_tokens: isBound || undefined,
      })
      all.set(key, metadata)
    }
    return metadata
  }
}

/** Makes oidc-provider compare secrets with hashes, through its public `Client.prototype.compareClientSecret`. */
export function compareHashedSecrets(engine: Provider, { authenticateClient }: ProviderParts): void {
  engine.Client.prototype.compareClientSecret = async function compareClientSecret(secret) {
    const state = findCurrentRequest()
    if (!state) throw new Error('client secrets are compared only in a request')
    state.client = await authenticateClient({ id: this.clientId, secret }, state.address)
    return true
  }
}

/** Makes oidc-provider find clients by the identity of their metadata: otherwise it hashes all metadata per look-up. */
export function findClientsByIdentity({ Client: LibraryClient }: Pick<Provider, 'Client'>): void {
  keepDocumentReader(LibraryClient)
  const { find, adapter } = LibraryClient as typeof LibraryClient & { adapter: Adapter }
  const built = new WeakMap<object, Awaited<ReturnType<typeof find>>>()

  LibraryClient.find = async function findClient(id) {
    const metadata = id && (await adapter.find(id))
    if (!metadata) return undefined
    const known = built.get(metadata) ?? (await find.call(LibraryClient, id))
    built.set(metadata, known)
    return known
  }
}
