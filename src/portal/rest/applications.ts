/** Request and response bodies about applications, secrets, subscriptions and approvals. */

/**
 * Grants with the names of the documents: `application` is client credentials, `access_code` is the authorization
 * code.
 */
export type Grant = 'password' | 'application' | 'access_code' | 'refresh_token'

export type ClientType = 'confidential' | 'public'

export interface CreateApplicationRequest {
  /** Up to 64 letters, digits, "-", "_" and "."; unique in the catalog. */
  name: string
  title?: string
  /** The default is `confidential`. */
  clientType?: ClientType
  /** The allowed grants; by default every grant of the provider. */
  grants?: Grant[]
  redirectEndpoints?: string[]
  /** When the secret expires, ISO 8601; by default after `maxSecretDays` of the portal, and otherwise never. */
  secretExpiresAt?: string
}

/** Changes an application. Absent members keep their value. */
export interface ChangeApplicationRequest {
  title?: string
  /** The allowed grants; null allows every grant of the provider. */
  grants?: Grant[] | null
  redirectEndpoints?: string[]
}

export interface ApplicationView {
  name: string
  title: string
  /** The operator sets `disabled`; the gateway then rejects every call of the application. */
  state: 'enabled' | 'disabled'
  clientType: ClientType
  clientId: string
  /** The number of valid secrets: 0 for a public application, 2 while an old secret is still valid. */
  secrets: number
  /** When the old secret becomes invalid. */
  oldSecretUntil?: string
  /** When each secret was last used, the newest secret first, rounded to the minute; null if no use is recorded. */
  secretsLastUsed: (string | null)[]
  /** Every credential; `clientId` and `secrets` above are those of the first. */
  credentials: CredentialView[]
  /** The allowed grants; null allows every grant of the provider. */
  grants: Grant[] | null
  redirectEndpoints: string[]
  subscriptions: SubscriptionView[]
}

export interface CreateApplicationResponse {
  application: ApplicationView
  /** The secret, which no other response contains; absent for a public application. */
  clientSecret?: string
}

export interface ResetSecretRequest {
  /** Whether the old secret stays valid for a while; the default is true. */
  keepOld?: boolean
  /** The secret that stays valid; required when two are valid. */
  keep?: 'newest' | 'old'
  /** When the old secret becomes invalid, at most 90 days ahead; by default it stays valid until it is dropped. */
  oldUntil?: string
  /** When the new secret expires, as at the creation of an application. */
  secretExpiresAt?: string
}

export interface ResetSecretResponse {
  clientId: string
  /** The secret, which no other response contains. */
  clientSecret: string
  keptOld: boolean
  oldUntil?: string
}

/** A pair of client id and client secret of an application. */
export interface CredentialView {
  /** Unique in the application, except in documents that were written by hand. */
  name: string
  clientId: string
  /** Absent for the credential that was created with the application. */
  createdAt?: string
  /** When the newest secret expires; absent for a secret that does not expire. */
  secretExpiresAt?: string
  /** When one of its secrets was last used, rounded to the minute; null if no use is recorded. */
  lastUsed: string | null
}

export interface CreateCredentialRequest {
  name: string
  /** When the secret expires, as at the creation of an application. */
  secretExpiresAt?: string
}

export interface CreateCredentialResponse {
  name: string
  clientId: string
  /** The secret, which no other response contains. */
  clientSecret: string
}

export interface VerifySecretRequest {
  clientSecret: string
}

export interface VerifySecretResponse {
  valid: boolean
  /** Which of the secrets it is, if it is valid. */
  secret?: 'newest' | 'old'
}

export interface SubscribeRequest {
  plan: string
}

export interface SubscriptionView {
  product: string
  productTitle: string
  /** The name of the plan; while `state` is `pending`, the requested plan. */
  plan: string
  planTitle: string
  /**
   * A `pending` subscription allows no calls yet; an owner has rejected a `denied` request; the operator set
   * `disabled`.
   */
  state: 'enabled' | 'pending' | 'disabled' | 'denied'
  /** Another plan that was requested and needs approval; the current plan stays in effect meanwhile. */
  requestedPlan?: string
  /** The last request for a plan of the product, if an owner denied it. */
  denial?: DenialView
}

export interface DenialView {
  plan: string
  planTitle: string
  /** What the owner wrote. */
  reason?: string
  /** The time of the decision. */
  at: string
}

export interface ApprovalView {
  id: string
  application: string
  applicationTitle: string
  /** The name of the user who owns the application. */
  owner: string
  email?: string
  product: string
  productTitle: string
  plan: string
  planTitle: string
  /** The name of the current plan. */
  presentPlan?: string
}

export interface DecideApprovalRequest {
  decision: 'approve' | 'deny'
  /** Why the owner decides so: the developer sees it, and the audit trail contains it. */
  reason?: string
}
