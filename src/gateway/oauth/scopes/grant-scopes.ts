/**
 * Computes the scopes of a token from the requested scopes, the scopes of the provider, and the token ceilings.
 *
 * RFC 6749 section 3.3. A request that names scopes gets all of them or `invalid_scope`; scopes of OpenID Connect that
 * the provider does not have are left out (OpenID Connect Core section 3.1.2.1). A request without scopes gets the
 * default scopes that the ceilings allow.
 */
import type { ProviderSettings } from '../../config/types/index.ts'
import { coversScope, isDeclaredScope } from '../../contract/access/queue-scope.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { openidScopes } from './claims.ts'
import type { AppliedTokenCeiling } from './token-ceilings.ts'

const syntax = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Returns the scopes, each once: in the document's order, then those of queues. Throws `invalid_scope`. */
export function grantScopes(
  asked: string | undefined,
  settings: ProviderSettings,
  ceilings: readonly AppliedTokenCeiling[],
): readonly string[] {
  const given = omitUnknownScopes(asked, settings)
  const wanted = given === undefined ? new Set(settings.defaultScopes) : parseScopes(given)
  if (wanted.size === 0) throw new OauthError('invalid_scope', 'Missing scope in the request')

  const other = [...wanted].find((scope) => !isDeclaredScope(scope, settings.scopes))
  if (other !== undefined) throw notAllowed(other)
  const declared = [...settings.scopes.keys()].filter((scope) => wanted.has(scope))
  const scopes = [...declared, ...[...wanted].filter((scope) => !settings.scopes.has(scope))]
  return limitToCeilings(scopes, ceilings, asked !== undefined)
}

/** Returns a requested scope without those of OpenID Connect that the provider lacks, unless nothing would be left. */
export function omitUnknownScopes(asked: string | undefined, { scopes }: ProviderSettings): string | undefined {
  const kept = asked?.split(' ').filter((scope) => !openidScopes.has(scope) || isDeclaredScope(scope, scopes))
  return kept?.length ? kept.join(' ') : asked
}

/** Returns the scopes of a refreshed token, a subset of those granted (RFC 6749 section 6). Throws `invalid_scope`. */
export function narrowRefreshedScopes(
  asked: string | undefined,
  granted: readonly string[],
  ceilings: readonly AppliedTokenCeiling[],
): readonly string[] {
  if (asked === undefined) return limitToCeilings(granted, ceilings, false)
  const wanted = parseScopes(asked)

  for (const scope of wanted) {
    if (!granted.includes(scope)) {
      throw new OauthError('invalid_scope', `Scope '${scope}' was not granted with this refresh token`)
    }
  }
  const scopes = granted.filter((scope) => wanted.has(scope))
  return limitToCeilings(scopes, ceilings, true)
}

/**
 * Returns the scopes that the registry selected, or the granted scopes when it selected none. The provider
 * document need not list scopes of the registry, but the ceilings limit them. Throws `invalid_scope`.
 *
 * `isAsked`: whether the request named the granted scopes.
 */
export function applyRegistryScope(
  selected: string | undefined,
  granted: readonly string[],
  ceilings: readonly AppliedTokenCeiling[],
  isAsked: boolean,
): readonly string[] {
  if (selected === undefined || selected.trim() === '') return limitToCeilings(granted, ceilings, isAsked)
  return limitToCeilings([...parseScopes(selected.trim())], ceilings, false)
}

/** Returns scopes that all ceilings allow. Throws `invalid_scope` for none; with `isAsked`, if one is not allowed. */
export function limitToCeilings(
  scopes: readonly string[],
  ceilings: readonly AppliedTokenCeiling[],
  isAsked: boolean,
): readonly string[] {
  const allowed = scopes.filter((scope) => ceilings.every((each) => allows(each, scope)))
  const refused = scopes.find((scope) => !allowed.includes(scope))
  if (refused === undefined || (!isAsked && allowed.length > 0)) return allowed

  throw notAllowed(
    refused,
    ceilings.find((each) => !allows(each, refused)),
  )
}

function allows({ scopes }: AppliedTokenCeiling, scope: string): boolean {
  return scopes === undefined || scopes.some((each) => coversScope(each, scope))
}

function notAllowed(scope: string, ceiling?: AppliedTokenCeiling): OauthError {
  const description = `Scope '${scope}' is not allowed`
  if (!ceiling) return new OauthError('invalid_scope', description)
  const { whose, scopes = [], place } = ceiling
  const reason = `${description}: the token ceiling of ${whose} allows only ${scopes.join(' ')}`
  return new OauthError('invalid_scope', description, { reason, location: place })
}

function parseScopes(text: string): Set<string> {
  if (!syntax.test(text)) {
    throw new OauthError('invalid_scope', 'Scopes must be separated by single spaces')
  }
  return new Set(text.split(' '))
}
