/** `sluice token revoke`: revokes all tokens of a user. It works beside running gateways, which apply it within half a second. */
import { revokeUserTokens } from '../../oauth/index.ts'
import { describeStateStore, openExistingStateStore, type StateStoreLocation } from '../../storage/index.ts'
import { type AuditTrailOptions, openAuditTrail } from '../../telemetry/audit/index.ts'
import { type FoundProvider, qualifiedProviderName } from '../common/find-provider.ts'

/** Where to revoke, and how to report it. */
export interface RevokeTokensOptions {
  provider: FoundProvider
  store: StateStoreLocation
  audit: AuditTrailOptions
  json: boolean
  write(text: string): void
}

/**
 * Revokes the tokens that a provider has issued to a user, by the name in the tokens. Returns the exit status. Throws when no
 * gateway has used the store, so that a revocation in the wrong data folder does not look like a success, and when the store fails.
 */
export async function revokeTokens(
  user: string,
  { provider, store: location, audit, json, write }: RevokeTokensOptions,
): Promise<number> {
  const opened = await openExistingStateStore(location)
  if (!opened) throw new Error(describeUnusedStore(location))
  const { store, clock } = opened
  try {
    await revokeUserTokens({ ...provider, store, clock }, user)
  } finally {
    await store.close()
  }
  const name = qualifiedProviderName(provider)
  await openAuditTrail(audit)('token revoke', { provider: name, user })
  write(
    json
      ? `${JSON.stringify({ provider: name, user, revoked: true })}\n`
      : `all tokens that ${name} has issued to ${user} are revoked\n`,
  )
  return 0
}

function describeUnusedStore(location: StateStoreLocation): string {
  const found = `no gateway has used ${describeStateStore(location)}, so no token is revoked`
  return `${found}. Set SLUICE_DATA to the data folder of the gateway, or SLUICE_STORE to its database`
}
