/** Describes the credentials that an operation needs, as text. All functions are pure. */
import type { RequirementView } from '../../rest/index.ts'

type Part = RequirementView['all'][number]

export function describeRequirement({ all }: RequirementView): string {
  return all.map(describePart).join(', and ')
}

function describePart({ type, definition, scopes, provider, key }: Part): string {
  switch (type) {
    case 'oauth2':
      return `a token${provider ? ` of ${provider}` : ''}${describeScopes(scopes)}`
    case 'apiKey':
      return key ? `the ${key.is} in the ${key.in} ${key.name}` : `the key of ${definition}`
    case 'basic':
      return `a user name and a password (${definition})`
  }
}

function describeScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return ''
  return ` with the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}`
}
