/** Reads the user from the claims of another provider. */
import {
  foldComposedName,
  isUserName,
  RegistryUnavailableError,
  type User,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'
import type { OidcConfiguration } from './oidc-settings.ts'
import type { Claims, SignedInClaims } from './relying-party.ts'

/** Returns the user, with the claims that `attributes` names. Throws `RegistryUnavailableError` for claims that cannot be used. */
export function readUser(
  { claims, idToken }: SignedInClaims,
  { field_mapping: mapping, token_ceiling_claims: ceilings }: OidcConfiguration,
  { name: registry, caseSensitive }: { name: string; caseSensitive: boolean },
  attributes: readonly string[] = [],
): User {
  const name = readUserName(claims, mapping.username, registry)
  const found = attributes.flatMap((each) => {
    const text = renderClaim(claims[each])
    return text ? [[each, text] as const] : []
  })
  const tokenCeiling = ceilings && readCeiling(claims, ceilings, registry)
  const { acr } = claims
  return {
    name,
    credential: foldComposedName(name, caseSensitive),
    attributes: found.length > 0 ? Object.fromEntries(found) : undefined,
    tokenCeiling,
    acr: typeof acr === 'string' ? acr : undefined,
    idToken,
  }
}

/** Returns the claim that names the user. Throws `RegistryUnavailableError` for a claim that is no name. */
export function readUserName(claims: Claims, claim: string, registry: string): string {
  const name = claims[claim]
  if (typeof name === 'string' && isUserName(name)) return name
  const words = `the claim ${claim}, which names the user, must be 1 to 256 characters without control characters`
  throw new RegistryUnavailableError(`registry ${registry}: ${words}, found ${JSON.stringify(name)?.slice(0, 100)}`)
}

function renderClaim(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(renderClaim).join(' ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

type CeilingClaims = NonNullable<OidcConfiguration['token_ceiling_claims']>

/** Returns the ceiling in the claims. A life that is not a number of seconds must not count as no limit. */
function readCeiling(claims: Claims, names: CeilingClaims, registry: string): UserTokenCeiling | undefined {
  const scopes = names.scopes === undefined ? undefined : renderClaim(claims[names.scopes])
  const accessTokenTtl = readSeconds(claims, names.access_token_ttl, registry)
  const refreshTokenTtl = readSeconds(claims, names.refresh_token_ttl, registry)
  if (scopes === undefined && accessTokenTtl === undefined && refreshTokenTtl === undefined) return undefined
  return {
    scopes: scopes === undefined ? undefined : scopes.split(' ').filter((each) => each !== ''),
    accessTokenTtl,
    refreshTokenTtl,
    place: `the claims of the registry ${registry}`,
  }
}

function readSeconds(claims: Claims, name: string | undefined, registry: string): number | undefined {
  const value = name === undefined ? undefined : claims[name]
  if (value === undefined) return undefined
  const isScalar = typeof value === 'string' || typeof value === 'number'
  if (isScalar && /^[1-9]\d{0,14}$/.test(String(value))) return Number(value)
  const words = `the claim ${name} must be a whole number of seconds above 0, found ${JSON.stringify(value)?.slice(0, 100)}`
  throw new RegistryUnavailableError(`registry ${registry}: ${words}`)
}
