/**
 * The scope of a token: what was asked for, held against what the provider has.
 *
 * RFC 6749 section 3.3.
 */
import type { ProviderSettings } from '../config/types.ts'
import { OauthError } from './errors.ts'

const syntax = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** The scopes to grant, each once, in the order of the provider's list. Refuses what the provider does not have. */
export function grantScopes(asked: string | undefined, settings: ProviderSettings): string[] {
  const wanted = asked === undefined ? new Set(settings.defaultScopes) : parseScopes(asked)
  if (wanted.size === 0) throw new OauthError('invalid_scope', 'Missing scope in the request')

  for (const scope of wanted) {
    if (!settings.scopes.has(scope)) throw new OauthError('invalid_scope', `Scope '${scope}' is not allowed`)
  }
  return [...settings.scopes.keys()].filter((scope) => wanted.has(scope))
}

/** The scopes of a refreshed token: section 6 allows fewer than were granted, never others. */
export function narrowScopes(asked: string | undefined, granted: readonly string[]): readonly string[] {
  if (asked === undefined) return granted
  const wanted = parseScopes(asked)

  for (const scope of wanted) {
    if (!granted.includes(scope)) {
      throw new OauthError('invalid_scope', `Scope '${scope}' was not granted with this refresh token`)
    }
  }
  return granted.filter((scope) => wanted.has(scope))
}

/** A scope that the registry puts in the place of the granted one. It is the operator's word, so any name will do. */
export function selectScopes(selected: string | undefined, granted: readonly string[]): readonly string[] {
  if (selected === undefined || selected.trim() === '') return granted
  return [...parseScopes(selected.trim())]
}

function parseScopes(text: string): Set<string> {
  if (!syntax.test(text)) {
    throw new OauthError('invalid_scope', 'Scopes are names separated by one blank')
  }
  return new Set(text.split(' '))
}
