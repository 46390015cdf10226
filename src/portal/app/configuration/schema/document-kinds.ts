/** The kinds of documents and their titles, in the order of a new gateway: users, tokens, APIs, products. */
export const documentKinds = [
  ['user-registry', 'User registry'],
  ['oauth-provider', 'OAuth provider'],
  ['third-party-oauth-provider', 'Third-party OAuth provider'],
  ['tls-client-profile', 'TLS client profile'],
  ['catalog', 'Catalog'],
  ['api', 'API'],
  ['product', 'Product'],
  ['application', 'Application'],
] as const

/** Returns the title of a kind; the kind itself when it has none. */
export function findKindTitle(kind: string): string {
  return documentKinds.find(([each]) => each === kind)?.[1] ?? kind
}
