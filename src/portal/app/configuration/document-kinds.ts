/** The titles of the kinds of documents. */
const titles: Readonly<Record<string, string>> = {
  'user-registry': 'User registry',
  'oauth-provider': 'OAuth provider',
  'third-party-oauth-provider': 'Third-party OAuth provider',
  'tls-client-profile': 'TLS client profile',
  catalog: 'Catalog',
  product: 'Product',
  application: 'Application',
  api: 'API',
}

/** Returns the title of a kind; the kind itself when it has none. */
export function findKindTitle(kind: string): string {
  return titles[kind] ?? kind
}
