/** The titles of members in forms. A member without a row gets its name in words. */

const titles: Readonly<Record<string, string>> = {
  $ref: 'Reference',
  in: 'Location',
  ttl: 'Lifetime in seconds',
  org: 'Organisation',
  api: 'API',
  apis: 'APIs',
  url: 'URL',
  pkce: 'PKCE (RFC 7636)',
  basePath: 'Base path',
  operationId: 'Operation',
  cors: 'CORS',
  jwks: 'Keys (JWKS)',
  uri: 'URI',
  tls_client_profile: 'TLS client profile',
  'tls-profile': 'TLS client profile',
  'x-ibm-name': 'Name',
  'x-ibm-oauth-provider': 'OAuth provider',
  'x-ibm-authentication-registry': 'User registry',
  'x-key-type': 'The key is',
  tokenUrl: 'Token URL',
  authorizationUrl: 'Authorization URL',
  'target-url': 'Target URL',
  execute: 'Policies',
  otherwise: 'Otherwise',
  case: 'Cases',
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
  return text.charAt(0).toUpperCase() + text.slice(1)
}
