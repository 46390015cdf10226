/** What may be done to the application of a developer; one process does it, for all workers. */
import type { Application, GrantType } from '../../config/types/index.ts'

export type ApplicationEdit = {
  /** The path of the catalog, `/acme/sandbox`. */
  catalog: string
  application: string
  /** The user who asks. */
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
      /** Undefined for a public application. */
      secretHash: string | undefined
    }
  | {
      do: 'change'
      title?: string | undefined
      /** Null: those of the provider. */
      grants?: readonly GrantType[] | null | undefined
      redirectEndpoints?: readonly string[] | undefined
    }
  | { do: 'remove' }
  | {
      do: 'reset secret'
      secretHash: string
      keepOld: boolean
      /** The one to keep when two are valid. */
      keep?: 'newest' | 'old' | undefined
      oldUntil: string | undefined
    }
  | { do: 'drop old secret' }
  | { do: 'subscribe'; product: string; plan: string }
  | { do: 'leave'; product: string; only: 'request' | undefined }
  | { do: 'decide'; product: string; plan: string; decision: 'approve' | 'deny' }

/** The application as every worker has it now; undefined once it is removed. */
export type ApplicationEditResult =
  | { application: Application | undefined }
  | { refused: ApplicationEditErrorCode; detail?: string | undefined }

/** Every reason for which an edit is not made. */
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
  | 'one_secret'
  | 'two_secrets'
  | 'kept_elsewhere'
  | 'wrong_application'
  | 'documents_wrong'
  | 'overtaken'
  | 'not_written'
  | 'busy'
