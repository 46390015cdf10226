/** The claims about owners: OpenID Connect Core section 5. */
import type { User } from '../../../shared/registries/index.ts'
import type { ProviderSettings } from '../../config/types/index.ts'

/** The claims of each scope of OpenID Connect Core section 5.4. */
const standardClaims: Readonly<Record<string, readonly string[]>> = {
  profile: (
    'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate ' +
    'zoneinfo locale updated_at'
  ).split(' '),
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
}

/** The scopes of OpenID Connect: Core sections 3.1.2.1, 5.4 and 11. */
export const openidScopes: ReadonlySet<string> = new Set([
  'openid',
  ...Object.keys(standardClaims),
  'address',
  'offline_access',
])

/**
 * Returns the claims by the scope that opens them. The scope `openid` opens the claims that no standard scope has, and
 * those of standard scopes that the provider does not have.
 */
export function listClaimsByScope({ openidConnect, scopes }: ProviderSettings): Record<string, string[]> {
  const mapped = [...openidConnect.claims.keys()].filter((claim) => claim !== 'acr')
  const standard = Object.entries(standardClaims)
    .filter(([scope]) => scopes.has(scope))
    .map(([scope, claims]) => [scope, claims.filter((claim) => mapped.includes(claim))] as const)
  const opened = new Set(standard.flatMap(([, claims]) => claims))
  return {
    openid: ['sub', ...mapped.filter((claim) => !opened.has(claim))],
    ...Object.fromEntries(standard.filter(([, claims]) => claims.length > 0)),
  }
}

/** Returns the claims of a user, from the attributes that the registry returned. */
export function readClaims(
  { attributes = {} }: User,
  { openidConnect }: ProviderSettings,
): Record<string, string | boolean> {
  return Object.fromEntries(
    [...openidConnect.claims].flatMap(([claim, attribute]) => {
      const value = attributes[attribute]
      if (value === undefined || claim === 'acr') return []
      return [[claim, claim.endsWith('_verified') ? value === 'true' : value] as const]
    }),
  )
}

/** Returns `acr` of an attribute or another provider, or else the provider's first class (OIDC Core section 2). */
export function findAcr(user: User, { openidConnect }: ProviderSettings): string | undefined {
  const attribute = openidConnect.claims.get('acr')
  return (attribute !== undefined && user.attributes?.[attribute]) || user.acr || openidConnect.acrValues[0]
}
