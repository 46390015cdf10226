/** The titles of the kinds of documents. */
import { t } from '../../../../../../shared/ui/text/t.ts'

/** The kinds of documents and their titles, in the order of a new gateway: users, tokens, APIs, products. */
export const documentKinds = [
  ['user-registry', t('User registry')],
  ['oauth-provider', t('OAuth provider')],
  ['third-party-oauth-provider', t('Third-party OAuth provider')],
  ['tls-client-profile', t('TLS client profile')],
  ['catalog', t('Catalog')],
  ['api', 'API'],
  ['product', t('Product')],
  ['application', t('Application')],
] as const

/** Returns the title of a kind; the kind itself when it has none. */
export function findKindTitle(kind: string): string {
  return documentKinds.find(([each]) => each === kind)?.[1] ?? kind
}

/** States in which a document works. */
export const calmStates: ReadonlySet<string> = new Set(['enabled', 'published', 'active'])
