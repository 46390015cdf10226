/** The edits that the portal can make to the document of an application. The primary process executes them. */
import type { Application, GrantType } from '../../config/types/index.ts'

export type ApplicationEdit = {
  /** The path of the catalog, such as `/acme/sandbox`. */
  catalog: string
  application: string
  /** The name of the user who requests the edit. */
  by: string
} & Action

type Action =
  | {
      do: 'create'
      title: string | undefined
      clientType: Application['clientType']
      grants: readonly GrantType[]
      redirectEndpoints: readonly string[]
      clientId: string
      /** The Argon2id hash of the secret; undefined for a public application, which has no secret. */
      secretHash: string | undefined
      /** When the secret expires, ISO 8601. */
      secretExpiresAt?: string | undefined
    }
  | {
      do: 'change'
      title?: string | undefined
      /** The allowed grants; null allows every grant of the provider. */
      grants?: readonly GrantType[] | null | undefined
      redirectEndpoints?: readonly string[] | undefined
    }
  | { do: 'remove' }
  | {
      do: 'reset secret'
      secretHash: string
      keepOld: boolean
      /** The secret to keep if two are valid. */
      keep?: 'newest' | 'old' | undefined
      oldUntil: string | undefined
      /** When the new secret expires, ISO 8601. */
      secretExpiresAt?: string | undefined
    }
  | { do: 'drop old secret' }
  | {
      do: 'add credential'
      credential: string
      clientId: string
      secretHash: string
      createdAt: string
      secretExpiresAt?: string | undefined
    }
  | { do: 'remove credential'; credential: string }
  | { do: 'subscribe'; product: string; plan: string }
  | { do: 'leave'; product: string; only: 'request' | undefined }
  | { do: 'decide'; product: string; plan: string; decision: 'approve' | 'deny'; reason?: string }

/**
 * The edited application, which every worker uses by now, or undefined after `remove`; or the reason of the
 * rejection.
 */
export type ApplicationEditResult =
  | { application: Application | undefined }
  | { refused: ApplicationEditErrorCode; detail?: string | undefined }

/** The reasons for which an edit of an application is rejected. Each is a code of `PortalError` as well. */
export type ApplicationEditErrorCode =
  | 'unknown_application'
  | 'name_taken'
  | 'too_many_applications'
  | 'unknown_product'
  | 'unknown_plan'
  | 'product_deprecated'
  | 'not_subscribed'
  | 'subscription_disabled'
  | 'nothing_requested'
  | 'no_secret'
  | 'credential_taken'
  | 'too_many_credentials'
  | 'last_credential'
  | 'unknown_credential'
  | 'one_secret'
  | 'two_secrets'
  | 'kept_elsewhere'
  | 'kept_in_file'
  | 'wrong_application'
  | 'documents_wrong'
  | 'overtaken'
  | 'not_written'
  | 'busy'
