/** A client that registered at an OAuth provider: RFC 7591. */
export interface RegisteredClient {
  grants: readonly string[]
  /** The public keys of a client that signs assertions instead of a secret. */
  keys?: readonly object[] | undefined
  subscription: { product: string; plan: string }
  maxApplications: number
}
