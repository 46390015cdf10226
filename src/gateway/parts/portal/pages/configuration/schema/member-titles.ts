/** The titles of members in forms. A member without a row gets its name in words, translated where there is a text. */
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

const titles: Readonly<Record<string, string>> = {
  public: t('Public'),
  summary: t('Summary'),
  $ref: t('Reference'),
  in: t('Location'),
  ttl: t('Lifetime in seconds'),
  org: t('Organisation'),
  pkce: 'PKCE (RFC 7636)',
  basePath: t('Base path'),
  operationId: t('Operation'),
  cors: 'CORS',
  jwks: t('Keys (JWKS)'),
  uri: 'URI',
  tls_client_profile: t('TLS client profile'),
  'tls-profile': t('TLS client profile'),
  'x-ibm-name': t('Name'),
  'x-ibm-oauth-provider': t('OAuth provider'),
  'x-ibm-authentication-registry': t('User registry'),
  'x-key-type': t('The key is'),
  tokenUrl: t('Token URL'),
  authorizationUrl: t('Authorization URL'),
  'target-url': t('Target URL'),
  execute: t('Policies'),
  otherwise: t('Otherwise'),
  case: t('Cases'),
}

const acronyms: Readonly<Record<string, string>> = {
  api: 'API',
  apis: 'APIs',
  url: 'URL',
  tls: 'TLS',
  dn: 'DN',
  id: 'ID',
  http: 'HTTP',
  oauth: 'OAuth',
  ldap: 'LDAP',
}

export function findMemberTitle(name: string): string {
  const known = titles[name]
  if (known) return known
  const words = name
    .replace(/^x-(ibm-)?/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
