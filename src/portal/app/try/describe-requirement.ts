/** Describes the credentials that an operation needs, as text. All functions are pure. */
import { t } from '../../../ui/text/t.ts'
import type { RequirementView } from '../../rest/index.ts'

type Part = RequirementView['all'][number]

export function describeRequirement({ all }: RequirementView): string {
  return all.map(describePart).join(t(', and '))
}

function describePart({ type, definition, scopes, provider, key }: Part): string {
  switch (type) {
    case 'oauth2':
      return t(
        '{provider, select, none {a token} other {a token of {provider}}}{count, plural, =0 {} one { with the scope {scopes}} other { with the scopes {scopes}}}',
        { provider: provider ?? 'none', count: scopes.length, scopes: scopes.join(', ') },
      )
    case 'apiKey':
      return key
        ? t(
            'the {is, select, client_id {client id} other {client secret}} in the {place, select, header {header} other {query parameter}} {name}',
            { is: key.is === 'client id' ? 'client_id' : 'client_secret', place: key.in, name: key.name },
          )
        : t('the key of {definition}', { definition })
    case 'basic':
      return t('a user name and a password ({definition})', { definition })
  }
}
