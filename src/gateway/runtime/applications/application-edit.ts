/** The edits that the portal can make to the document of an application. The primary process executes them. */
import type { Application } from '../../../config/types/index.ts'
import type { RegisteredClient } from '../../../contract/registered-client.ts'
import type {
  ChangeApplicationRequest,
  ClientType,
  DecideApprovalRequest,
  PortalErrorCode,
  ResetSecretRequest,
  SubscribeRequest,
} from '../rest/index.ts'

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
      settings: ChangeApplicationRequest
      clientType: ClientType
      clientId: string
      /** Undefined for a public application, which has no secret. */
      secretHash: string | undefined
      secretExpiresAt?: string | undefined
      /** What a client that registers itself brings with it; undefined for the users of the portal. */
      registered?: RegisteredClient | undefined
    }
  | { do: 'change'; settings: ChangeApplicationRequest }
  | { do: 'remove' }
  | ({ do: 'reset secret'; keepOld: boolean; oldUntil: string | undefined } & NewSecret & {
        keep?: ResetSecretRequest['keep'] | undefined
      })
  | { do: 'drop old secret' }
  | ({ do: 'add credential'; credential: string; clientId: string; createdAt: string } & NewSecret)
  | { do: 'remove credential'; credential: string }
  | ({ do: 'subscribe'; product: string } & SubscribeRequest)
  | { do: 'leave'; product: string; only: 'request' | undefined }
  | ({ do: 'decide'; product: string; plan: string } & DecideApprovalRequest)

/** The edited application, which every worker uses; undefined after `remove`; or why it was rejected. */
export type ApplicationEditResult =
  | { application: Application | undefined }
  | { refused: PortalErrorCode; detail?: string | undefined }
