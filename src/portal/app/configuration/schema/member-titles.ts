/** The titles of members in forms. A member without a row gets its name in words. */
import { t, translateServed } from '../../../../ui/text/t.ts'

const titles: Readonly<Record<string, string>> = {
  title: t('Title'),
  user: t('User'),
  address: t('Address'),
  source: t('Source'),
  path: t('Path'),
  applications: t('Applications'),
  required: t('Required'),
  hours: t('Hours'),
  public: t('Public'),
  type: t('Type'),
  description: t('Description'),
  operations: t('Operations'),
  summary: t('Summary'),
  state: t('State'),
  properties: t('Properties'),
  password: t('Password'),
  interval: t('Interval'),
  failures: t('Failures'),
  users: t('Users'),
  scopes: t('Scopes'),
  status: t('Status'),
  version: t('Version'),
  name: t('Name'),
  example: t('Example'),
  format: t('Format'),
  tokens: t('Tokens'),
  products: t('Products'),
  plans: t('Plans'),
  policies: t('Policies'),
  parameters: t('Parameters'),
  signing_keys: t('Signing keys'),
  $ref: t('Reference'),
  in: t('Location'),
  ttl: t('Lifetime in seconds'),
  org: t('Organisation'),
  api: 'API',
  apis: 'APIs',
  url: 'URL',
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
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
  const text = words.join(' ')
  return translateServed(text.charAt(0).toUpperCase() + text.slice(1))
}
