/** Applications with their secrets and subscriptions, and what waits for the owners of the catalog. */

/** As documents call them: `application` is client credentials, `access_code` the authorization code. */
export type Grant = 'password' | 'application' | 'access_code' | 'refresh_token'

export type ClientType = 'confidential' | 'public'

export interface CreateApplicationRequest {
  /** Letters, digits, "-", "_" and ".", up to 64; unique in the catalog. */
  name: string
  title?: string
  /** `confidential` when left out. */
  clientType?: ClientType
  /** Those of the provider when left out. */
  grants?: Grant[]
  redirectEndpoints?: string[]
}

/** What is left out stays as it is. */
export interface ChangeApplicationRequest {
  title?: string
  /** Null: those of the provider. */
  grants?: Grant[] | null
  redirectEndpoints?: string[]
}

export interface ApplicationView {
  name: string
  title: string
  /** `disabled` by the operator: every call is refused. */
  state: 'enabled' | 'disabled'
  clientType: ClientType
  clientId: string
  /** How many are right: none for a public application, two while a reset overlaps. */
  secrets: number
  /** When the old secret ends by itself. */
  oldSecretUntil?: string
  /** When each secret was last right, the newest first, to the minute; null: never, as far as the gateway knows. */
  secretsLastUsed: (string | null)[]
  /** Null: those of the provider. */
  grants: Grant[] | null
  redirectEndpoints: string[]
  subscriptions: SubscriptionView[]
}

export interface CreateApplicationResponse {
  application: ApplicationView
  /** Never shown again; absent for a public application. */
  clientSecret?: string
}

export interface ResetSecretRequest {
  /** Whether the old one stays right for a while; true when left out. */
  keepOld?: boolean
  /** Which one stays right; needed when two are. */
  keep?: 'newest' | 'old'
  /** When the old one ends by itself; until it is dropped, when left out. At most 90 days ahead. */
  oldUntil?: string
}

export interface ResetSecretResponse {
  clientId: string
  /** Never shown again. */
  clientSecret: string
  keptOld: boolean
  oldUntil?: string
}

export interface VerifySecretRequest {
  clientSecret: string
}

export interface VerifySecretResponse {
  valid: boolean
  /** Which one it is, when it is right. */
  secret?: 'newest' | 'old'
}

export interface SubscribeRequest {
  plan: string
}

export interface SubscriptionView {
  product: string
  productTitle: string
  /** With `pending`, the plan that is asked for. */
  plan: string
  planTitle: string
  /** `pending` opens nothing yet, `disabled` was taken away by an owner or the operator. */
  state: 'enabled' | 'pending' | 'disabled'
  /** Another plan that was asked for and waits for approval; the present one goes on meanwhile. */
  requestedPlan?: string
}

export interface ApprovalView {
  id: string
  application: string
  applicationTitle: string
  /** Whose application it is. */
  owner: string
  email?: string
  product: string
  productTitle: string
  plan: string
  planTitle: string
  /** The plan that it has now. */
  presentPlan?: string
}

export interface DecideApprovalRequest {
  decision: 'approve' | 'deny'
}
