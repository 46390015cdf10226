/** Lets oidc-provider find clients among the applications, and authenticate them by any of their secrets. */
import { randomBytes } from 'node:crypto'
import type { Adapter, ClientMetadata, Provider } from 'oidc-provider'

import type { Client } from '../../consumers/index.ts'
import type { GrantType } from '../grants/index.ts'
import type { AdmitClient, AuthenticateClient } from '../request/authenticate-client.ts'
import { findCurrentRequest } from '../request/current-request.ts'
import { renderClientMetadata } from './client-metadata.ts'

/** The dependencies of `buildClientAdapter`. */
export interface ClientAdapterDeps {
  admitClient: AdmitClient
  authenticateClient: AuthenticateClient
  grants: readonly GrantType[]
}

/**
 * Returns the adapter of clients. It finds applications that may use the provider. In a request with credentials, it throws
 * `invalid_client` for any other one, after as much time as a wrong secret takes.
 */
export function buildClientAdapter(base: Adapter, deps: ClientAdapterDeps): Adapter {
  const { admitClient, authenticateClient, grants } = deps
  const unused = randomBytes(32).toString('base64url')
  const known = new WeakMap<Client, { open: ClientMetadata; secret: ClientMetadata }>()

  return {
    ...base,
    async find(id) {
      const client = admitClient(id)
      const state = findCurrentRequest()
      if (!state?.credentials) {
        if ('error' in client) return undefined
        return metadataOf(client)[client.application.clientType === 'public' ? 'open' : 'secret']
      }
      const { credentials, address } = state
      if (!('error' in client) && credentials.secret !== undefined) return metadataOf(client).secret
      // Without a secret, or of a client that may not use the provider. A public client needs none.
      state.client = await authenticateClient(credentials, address)
      return metadataOf(state.client).open
    },
  }

  function metadataOf(client: Client) {
    let metadata = known.get(client)
    if (!metadata) {
      const render = (secret: string | undefined) => renderClientMetadata(client, grants, secret)
      metadata = { open: render(undefined), secret: render(unused) }
      known.set(client, metadata)
    }
    return metadata
  }
}

/**
 * Makes oidc-provider compare client secrets with the hashes of the applications, of which each can have several.
 * `Client.prototype.compareClientSecret` is its public door for this.
 */
export function compareHashedSecrets(engine: Provider, authenticateClient: AuthenticateClient): void {
  engine.Client.prototype.compareClientSecret = async function compareClientSecret(secret) {
    const state = findCurrentRequest()
    if (!state) throw new Error('client secrets are compared only in a request')
    state.client = await authenticateClient({ id: this.clientId, secret }, state.address)
    return true
  }
}
