/**
 * What the REST resources of the developer portal take and answer, below `{prefix}/api/v1`.
 *
 * Types alone, so that the browser application can share them. Times are ISO 8601 in UTC, durations in milliseconds
 * unless their name says otherwise. Every refusal is a `Problem`. Every method but GET needs the header
 * `X-CSRF-Token` with the token of the session; `POST /account` and `POST /session` come before there is one.
 */
import type { Credentials, NewAccount, PasswordChange, PortalView, SessionView } from './account.ts'
import type {
  ApplicationChange,
  ApplicationView,
  ApprovalView,
  CreatedApplication,
  Decision,
  NewApplication,
  NewSecret,
  PlanChoice,
  SecretCheck,
  SecretReset,
  SecretVerdict,
  SubscriptionView,
} from './applications.ts'
import type { ExplanationView, TokenView, UsageView } from './calls.ts'
import type { ApiView, ProductView, ProviderView } from './catalogue.ts'

export type * from './account.ts'
export type * from './applications.ts'
export type * from './calls.ts'
export type * from './catalogue.ts'
export type * from './problem.ts'

/** Every resource by method and path: the body that it takes, and the body of its answer. */
export interface Resources {
  /** What this portal is; for everyone. */
  'GET /portal': { answer: PortalView }

  /** Signs up, and in. 201. */
  'POST /account': { body: NewAccount; answer: SessionView }
  /** Ends every session of the account, and begins another one. */
  'PUT /account/password': { body: PasswordChange; answer: SessionView }
  /** Signs in. 201. */
  'POST /session': { body: Credentials; answer: SessionView }
  /** 401 for whoever is not signed in. */
  'GET /session': { answer: SessionView }
  /** Ends it in every browser and worker. 204. */
  'DELETE /session': { answer: undefined }

  'GET /products': { answer: ProductView[] }
  'GET /products/:product': { answer: ProductView }
  /** By `name:version`, or by the name alone where there is one version. */
  'GET /apis/:api': { answer: ApiView }
  'GET /providers': { answer: ProviderView[] }

  /** Of the caller only, as everything below `/applications`. */
  'GET /applications': { answer: ApplicationView[] }
  /** 201. */
  'POST /applications': { body: NewApplication; answer: CreatedApplication }
  'GET /applications/:application': { answer: ApplicationView }
  'PATCH /applications/:application': { body: ApplicationChange; answer: ApplicationView }
  /** 204. */
  'DELETE /applications/:application': { answer: undefined }
  /** A new secret beside the old one, or instead of it. 201. */
  'POST /applications/:application/secrets': { body: SecretReset; answer: NewSecret }
  /** From now on only the newest secret is right. 204. */
  'DELETE /applications/:application/secrets/old': { answer: undefined }
  'POST /applications/:application/verify': { body: SecretCheck; answer: SecretVerdict }
  /** Subscribes, or changes the plan; `pending` where the plan needs approval. */
  'PUT /applications/:application/subscriptions/:product': { body: PlanChoice; answer: SubscriptionView }
  /** Leaves, or takes a request for another plan back with `?only=request`. 204. */
  'DELETE /applications/:application/subscriptions/:product': { answer: undefined }
  /** `?hours=24`, 1 to 168. */
  'GET /applications/:application/usage': { answer: UsageView }

  /** For the owners of the catalog. */
  'GET /approvals': { answer: ApprovalView[] }
  'POST /approvals/:approval': { body: Decision; answer: SubscriptionView }

  /** Why a call was refused, by its `X-Request-Id`; only of the caller's own applications, or of none. */
  'GET /explanations/:request': { answer: ExplanationView }
  'POST /tokens/inspect': { body: { token: string }; answer: TokenView }
}
