/** Checks the token ceiling of a user in the user file. */
import type { TokenCeiling } from '../../contract/access/token-ceiling.ts'

/** The accepted members, for error messages. */
export const tokenCeilingFormat =
  'an object with the optional members "scopes", a list of names, and "accessTokenTtl" and "refreshTokenTtl", whole numbers of seconds'

const members = new Set(['scopes', 'accessTokenTtl', 'refreshTokenTtl'])
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/ // RFC 6749 section 3.3

/**
 * Returns whether a value is a token ceiling. Unknown members are rejected, because a misspelt member would limit
 * nothing.
 */
export function isTokenCeiling(value: unknown): value is TokenCeiling {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { scopes, accessTokenTtl, refreshTokenTtl } = value as Record<string, unknown>
  return (
    Object.keys(value).every((each) => members.has(each)) &&
    (scopes === undefined || isScopeList(scopes)) &&
    [accessTokenTtl, refreshTokenTtl].every((each) => each === undefined || isSeconds(each))
  )
}

function isScopeList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && scope.test(each))
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
