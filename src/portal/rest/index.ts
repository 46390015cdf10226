/**
 * What the REST resources of the developer portal take and answer, below `{prefix}/api/v1`.
 *
 * Types alone, so that the browser application can share them. Times are ISO 8601 in UTC, durations in milliseconds
 * unless their name says otherwise. Every refusal is a `Problem`. Every method but GET needs the header
 * `X-CSRF-Token` with the token of the session; `POST /account` and `POST /session` come before there is one.
 */
import type {
  ChangePasswordRequest,
  PortalView,
  SessionView,
  SignInRequest,
  SignUpRequest,
} from './account.ts'
import type {
  ApplicationView,
  ApprovalView,
  ChangeApplicationRequest,
  CreateApplicationRequest,
  CreateApplicationResponse,
  DecideApprovalRequest,
  ResetSecretRequest,
  ResetSecretResponse,
  SubscribeRequest,
  SubscriptionView,
  VerifySecretRequest,
  VerifySecretResponse,
} from './applications.ts'
import type { ExplanationView, TokenView, UsageView } from './calls.ts'
import type { ApiView, ProductView, ProviderView } from './catalogue.ts'

export type * from './account.ts'
export type * from './applications.ts'
export type * from './calls.ts'
export type * from './catalogue.ts'
export type * from './problem-details.ts'

/** Every resource by method and path: the body that it takes, and the body of its answer. */
export interface PortalResources {
  /** What this portal is; for everyone. */
  'GET /portal': { response: PortalView }

  /** Signs up, and in. 201. */
  'POST /account': { body: SignUpRequest; response: SessionView }
  /** Ends every session of the account, and begins another one. */
  'PUT /account/password': { body: ChangePasswordRequest; response: SessionView }
  /** Signs in. 201. */
  'POST /session': { body: SignInRequest; response: SessionView }
  /** 401 for whoever is not signed in. */
  'GET /session': { response: SessionView }
  /** Ends it in every browser and worker. 204. */
  'DELETE /session': { response: undefined }

  'GET /products': { response: ProductView[] }
  'GET /products/:product': { response: ProductView }
  /** By `name:version`, or by the name alone where there is one version. */
  'GET /apis/:api': { response: ApiView }
  'GET /providers': { response: ProviderView[] }

  /** Of the caller only, as everything below `/applications`. */
  'GET /applications': { response: ApplicationView[] }
  /** 201. */
  'POST /applications': { body: CreateApplicationRequest; response: CreateApplicationResponse }
  'GET /applications/:application': { response: ApplicationView }
  'PATCH /applications/:application': { body: ChangeApplicationRequest; response: ApplicationView }
  /** 204. */
  'DELETE /applications/:application': { response: undefined }
  /** A new secret beside the old one, or instead of it. 201. */
  'POST /applications/:application/secrets': { body: ResetSecretRequest; response: ResetSecretResponse }
  /** From now on only the newest secret is right. 204. */
  'DELETE /applications/:application/secrets/old': { response: undefined }
  'POST /applications/:application/verify': { body: VerifySecretRequest; response: VerifySecretResponse }
  /** Subscribes, or changes the plan; `pending` where the plan needs approval. */
  'PUT /applications/:application/subscriptions/:product': {
    body: SubscribeRequest
    response: SubscriptionView
  }
  /** Leaves, or takes a request for another plan back with `?only=request`. 204. */
  'DELETE /applications/:application/subscriptions/:product': { response: undefined }
  /** `?hours=24`, 1 to 168. */
  'GET /applications/:application/usage': { response: UsageView }

  /** For the owners of the catalog. */
  'GET /approvals': { response: ApprovalView[] }
  'POST /approvals/:approval': { body: DecideApprovalRequest; response: SubscriptionView }

  /** Why a call was refused, by its `X-Request-Id`; only of the caller's own applications, or of none. */
  'GET /explanations/:request': { response: ExplanationView }
  'POST /tokens/inspect': { body: { token: string }; response: TokenView }
}
