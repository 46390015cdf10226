import type { ProviderView } from '../../../rest/index.ts'

/**
 * Returns the scopes that are selected at first: those that the operation requires, or else the default scopes. A provider
 * without default scopes issues no token for a request without scopes (RFC 6749 section 3.3), so its first scope is selected.
 */
export function selectInitialScopes(
  needed: readonly string[],
  { defaultScopes, scopes }: Pick<ProviderView, 'defaultScopes' | 'scopes'>,
): readonly string[] {
  if (needed.length > 0) return needed
  return defaultScopes.length > 0 ? defaultScopes : scopes.slice(0, 1).map(({ name }) => name)
}
