/** `sluice token revoke`: revokes all tokens of a user. It works beside running gateways, which apply it within half a second. */
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { describeStateStore, openExistingStateStore, type StateStoreLocation } from '../../../shared/storage/index.ts'
import { type FoundProvider, qualifiedProviderName } from '../../cli/common/find-provider.ts'
import { type RevokedUserTokens, revokeUserTokens } from '../../oauth/index.ts'
import { type AuditTrailOptions, openAuditTrail } from '../../telemetry/audit/index.ts'

/** Where to revoke, and how to report it. */
export interface RevokeTokensOptions {
  providers: readonly FoundProvider[]
  store: StateStoreLocation
  audit: AuditTrailOptions
  json: boolean
  write(text: string): void
  /** Writes a warning to the terminal. */
  warn(text: string): void
}

/**
 * Revokes the tokens that the providers have issued to a user. Returns the exit status: 0 when a sign-in was ended, 1 when the
 * store has a record of none; the revocation is stored in both cases. Throws when no gateway has used the store, so that a
 * revocation in the wrong data folder does not look like a success, and when the store fails.
 */
export async function revokeTokens(name: string, options: RevokeTokensOptions): Promise<number> {
  const { providers, store: location, audit, json, write, warn } = options
  const opened = await openExistingStateStore(location)
  if (!opened) throw new Error(describeUnusedStore(location))
  const { store, clock } = opened
  const results: Revoked[] = []
  try {
    for (const found of providers) {
      const revoked = await revokeUserTokens({ ...found, store, clock }, name)
      const provider = qualifiedProviderName(found)
      results.push({ ...revoked, provider })
      await openAuditTrail(audit)('token revoke', { provider, user: revoked.user })
    }
  } finally {
    await store.close()
  }

  const parts = results.map(({ provider, user, endedSignIns }) => ({ provider, user, revoked: true, endedSignIns }))
  if (json) write(`${JSON.stringify(parts.length === 1 ? parts[0] : parts)}\n`)
  else for (const result of results) write(`${describeRevocation(result)}\n`)

  if (results.some(({ endedSignIns }) => endedSignIns > 0)) return 0
  warn(`${describeNone(name, results)}\n`)
  return 1
}

interface Revoked extends RevokedUserTokens {
  provider: string
}

function describeRevocation({ provider, user, endedSignIns }: Revoked): string {
  const ended = `${pluralize(endedSignIns, 'sign-in')} ended`
  return `all tokens that ${provider} has issued to ${user} are revoked: ${ended}`
}

function describeNone(name: string, results: readonly Revoked[]): string {
  const others = [...new Set(results.flatMap(({ otherUsers }) => otherUsers))]
  const found = `warning: no sign-in of "${name}" is on record${didYouMean(name, others) || '.'}`
  return `${found} Access tokens without a refresh token leave no record: they are revoked if the name is right`
}

function describeUnusedStore(location: StateStoreLocation): string {
  const found = `no gateway has used ${describeStateStore(location)}, so no token is revoked`
  return `${found}. Set SLUICE_DATA to the data folder of the gateway, or SLUICE_STORE to its database`
}
