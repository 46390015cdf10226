/**
 * Edits of the document of an application, of users of the portal and of clients that register at an OAuth provider. The
 * part `applications` makes them in the primary process.
 */
import type { ApplicationSettings } from '../../config/index.ts'
import type { Application } from '../../config/types/index.ts'
import type { RegisteredClient } from '../../contract/registered-client.ts'

export type ApplicationEdit = {
  /** The path of the catalog, such as `/acme/sandbox`. */
  catalog: string
  application: string
  /** The name of the user who requests the edit. */
  by: string
} & Action

/** A new secret. */
interface NewSecret {
  /** The Argon2id hash. */
  secretHash: string
  /** When the secret expires, ISO 8601. */
  secretExpiresAt?: string | undefined
}

type Action =
  | {
      do: 'create'
      settings: ApplicationSettings
      clientType: Application['clientType']
      clientId: string
      /** Undefined for a public application, which has no secret. */
      secretHash: string | undefined
      secretExpiresAt?: string | undefined
      /** What a client that registers itself brings with it; undefined for the users of the portal. */
      registered?: RegisteredClient | undefined
    }
  | { do: 'change'; settings: ApplicationSettings }
  | { do: 'remove' }
  | ({ do: 'reset secret'; keepOld: boolean; oldUntil: string | undefined } & NewSecret & {
        keep?: 'newest' | 'old' | undefined
      })
  | { do: 'drop old secret' }
  | ({ do: 'add credential'; credential: string; clientId: string; createdAt: string } & NewSecret)
  | { do: 'remove credential'; credential: string }
  | { do: 'subscribe'; product: string; plan: string }
  | { do: 'leave'; product: string; only: 'request' | undefined }
  | { do: 'decide'; product: string; plan: string; decision: 'approve' | 'deny'; reason?: string | undefined }

/** The edited application, which every worker uses; undefined after `remove`; or why it was rejected. */
export type ApplicationEditResult =
  | { application: Application | undefined }
  | { refused: ApplicationRejection; detail?: string | undefined }

/** Edits an application. Resolves when every worker uses it, or with the reason of the rejection. */
export type EditApplication = (edit: ApplicationEdit) => Promise<ApplicationEditResult>

export type ApplicationRejection =
  | 'busy'
  | 'documents_wrong'
  | 'name_taken'
  | 'kept_in_file'
  | 'kept_elsewhere'
  | 'not_written'
  | 'wrong_application'
  | 'overtaken'
  | 'too_many_applications'
  | 'no_secret'
  | 'two_secrets'
  | 'one_secret'
  | 'credential_taken'
  | 'too_many_credentials'
  | 'unknown_credential'
  | 'last_credential'
  | 'unknown_product'
  | 'unknown_plan'
  | 'product_deprecated'
  | 'subscription_disabled'
  | 'not_subscribed'
  | 'nothing_requested'
  | 'unknown_application'
