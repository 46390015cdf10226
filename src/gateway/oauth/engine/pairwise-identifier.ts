/** Names an owner differently for each client, so that clients cannot compare: OpenID Connect Core section 8.1. */
import { createHmac, hkdfSync } from 'node:crypto'
import type { KoaContextWithOIDC, Client as LibraryClient } from 'oidc-provider'

/** Returns the function that names owners. Clients with the same host in their redirect URIs are one sector. */
export function buildPairwiseIdentifier(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'pairwise identifiers', 32))
  return async function pairwiseIdentifier(_ctx: KoaContextWithOIDC, accountId: string, client: LibraryClient) {
    const sector = client.sectorIdentifier ?? client.clientId
    return createHmac('sha256', key)
      .update(JSON.stringify([sector, accountId]))
      .digest('base64url')
  }
}
