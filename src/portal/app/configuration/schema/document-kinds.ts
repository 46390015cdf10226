/** The kinds of documents and their titles, in the order of a new gateway: users, tokens, APIs, products. */
import { t } from '../../../../ui/text/t.ts'

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
