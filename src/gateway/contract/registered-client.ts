/** Edits of the applications of clients that register at an OAuth provider (RFC 7591, RFC 7592). The part `portal` makes them. */

/** A client that registered at an OAuth provider: RFC 7591. */
export interface RegisteredClient {
  grants: readonly string[]
  /** The public keys of a client that signs assertions instead of a secret. */
  keys?: readonly object[] | undefined
  subscription: { product: string; plan: string }
  maxApplications: number
}

type Settings = { title?: string; redirectEndpoints: string[] }

export type RegistrationEdit = {
  /** The path of the catalog, such as `/acme/sandbox`. */
  catalog: string
  application: string
  /** The provider, for the audit trail. */
  by: string
} & (
  | {
      do: 'create'
      settings: Settings
      clientType: 'confidential' | 'public'
      clientId: string
      /** The Argon2id hash; undefined for a client without a secret. */
      secretHash: string | undefined
      registered: RegisteredClient
    }
  | { do: 'change'; settings: Settings }
  | { do: 'remove' }
)

/** Edits an application. Resolves when every worker uses it, or with the reason of the rejection. */
export type EditRegistration = (
  edit: RegistrationEdit,
) => Promise<{ application: unknown } | { refused: string; detail?: string | undefined }>
