/**
 * What the REST resources of the developer portal take and answer, below `{prefix}/api/v1`.
 *
 * Types alone, so that the browser application can share them. Times are ISO 8601 in UTC, durations in milliseconds
 * unless their name says otherwise. Every refusal is a `Problem`. Every method but GET needs the header
 * `X-CSRF-Token` with the token of the session; `POST /account` and `POST /session` come before there is one.
 */
import type { NamedSchema, OperationDescription } from '../config/types.ts'

export type {
  BodyDescription as BodyView,
  ContentDescription as ContentView,
  NamedSchema as SchemaView,
  ParameterDescription as ParameterView,
  ResponseDescription as ResponseView,
} from '../config/types.ts'

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

/** Every refusal: RFC 9457, `application/problem+json`. */
export interface Problem {
  status: number
  /** The reason phrase of the status. */
  title: string
  /** A word for programs: `not_signed_in`, `name_taken`, `wrong_body`, ... */
  code: string
  /** A sentence for people. */
  detail: string
  /** What is wrong with single members of the body. */
  fields?: { field: string; message: string }[]
  /** Seconds, where it is worth trying again. */
  retryAfter?: number
}

export interface PortalView {
  org: string
  catalog: string
  title: string
  /** Where the page is, `/acme/sandbox/portal`. */
  prefix: string
  /** The origin under which the caller reaches it, for what is copied elsewhere. */
  origin: string
  /** The redirect address that an application needs for trying the authorization code from the page. */
  callback: string
  /** Whether people may sign up by themselves. */
  selfSignup: boolean
}

/** A name has 1 to 64 characters without colon, control characters and blanks at its ends; a password 8 to 1024. */
export interface Credentials {
  name: string
  password: string
}

export interface NewAccount extends Credentials {
  email?: string
}

export interface PasswordChange {
  password: string
  newPassword: string
}

export interface SessionView {
  name: string
  email?: string
  /** Decides about approvals. */
  owner: boolean
  /** For the header `X-CSRF-Token`. */
  csrf: string
  /** When it ends even while it is used. */
  expiresAt: string
  /** It ends, too, when it was not used for so long. */
  idleMinutes: number
}

export interface ProductView {
  name: string
  version: string
  title: string
  description?: string
  /** Who is subscribed goes on, nobody else can subscribe any more. */
  deprecated: boolean
  plans: PlanView[]
  apis: ApiSummary[]
}

export interface PlanView {
  name: string
  title: string
  description?: string
  /** A subscription waits until an owner of the catalog allows it. */
  approval: boolean
  limits: LimitView[]
  /** References of the APIs that it opens. */
  apis: string[]
  /** The only operations that it opens of an API, `GET /customers`; an API that is not here is open as a whole. */
  operations: { api: string; operations: string[] }[]
}

export interface LimitView {
  name: string
  kind: 'rate' | 'burst'
  /** Null is unlimited. */
  calls: number | null
  intervalSeconds: number
  /** Refuses what is over; otherwise it is only counted. */
  hard: boolean
  /** What it is for: an API's reference, with an operation after a blank; empty for the whole plan. */
  part: string
  /** `100 calls per hour, counted only`. */
  words: string
}

export interface ApiSummary {
  /** `name:version`. */
  reference: string
  name: string
  version: string
  title: string
}

export interface ApiView extends ApiSummary {
  description?: string
  /** From the root of the gateway, `/acme/sandbox/customerdb/v1`. */
  basePath: string
  /** The whole address of the base path, as the caller reaches it. */
  server: string
  /** False: documented here, and served elsewhere. */
  enforced: boolean
  /** Taken offline for a while: every call is answered 503. */
  offline: boolean
  operations: OperationView[]
  /** JSON Schema 2020-12. Where one refers to another, `#/$defs/3` is the fourth of this list. */
  schemas: readonly NamedSchema[]
  /** Plans that open the API. */
  plans: { product: string; plan: string }[]
}

export interface OperationView extends OperationDescription {
  id: string
  method: string
  /** Below the base path, `/customers/{customerId}`. */
  path: string
  /** Alternatives, of which one is enough; none when the operation is open to everyone. */
  security: RequirementView[]
  /** Ready to paste, with the address of this gateway. */
  examples: ExampleView[]
}

/** Every definition in it must hold. */
export interface RequirementView {
  all: {
    /** The definition's key in the API's document. */
    definition: string
    type: 'oauth2' | 'apiKey' | 'basic'
    scopes: string[]
    /** oauth2: the name of the provider, among those of `GET /providers` when it is a native one. */
    provider?: string
    /** apiKey: where it is sent, and whether it is the client id or the secret. */
    key?: { in: 'header' | 'query'; name: string; is: 'client id' | 'client secret' }
  }[]
}

export interface ExampleView {
  language: 'curl' | 'javascript' | 'python'
  text: string
}

export interface ProviderView {
  name: string
  title: string
  /** On this origin, so that the page may call it. */
  tokenPath: string
  tokenUrl: string
  /** The whole address, where people go to sign in; absent unless `access_code` is among the grants. */
  authorizeUrl?: string
  grants: Grant[]
  clientTypes: ClientType[]
  scopes: { name: string; description: string }[]
  defaultScopes: string[]
  pkce: { enabled: boolean; required: boolean }
}

/** As documents call them: `application` is client credentials, `access_code` the authorization code. */
export type Grant = 'password' | 'application' | 'access_code' | 'refresh_token'
export type ClientType = 'confidential' | 'public'

export interface NewApplication {
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
export interface ApplicationChange {
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
  /** Null: those of the provider. */
  grants: Grant[] | null
  redirectEndpoints: string[]
  subscriptions: SubscriptionView[]
}

export interface CreatedApplication {
  application: ApplicationView
  /** Never shown again; absent for a public application. */
  clientSecret?: string
}

export interface SecretReset {
  /** Whether the old one stays right for a while; true when left out. */
  keepOld?: boolean
  /** When the old one ends by itself; until it is dropped, when left out. At most 90 days ahead. */
  oldUntil?: string
}

export interface NewSecret {
  clientId: string
  /** Never shown again. */
  clientSecret: string
  keptOld: boolean
  oldUntil?: string
}

export interface SecretCheck {
  clientSecret: string
}

export interface SecretVerdict {
  valid: boolean
  /** Which one it is, when it is right. */
  secret?: 'newest' | 'old'
}

export interface PlanChoice {
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

export interface Decision {
  decision: 'approve' | 'deny'
}

export interface ExplanationView {
  requestId: string
  at: string
  method: string
  path: string
  status: number
  /** The word that metrics use, `scope_missing`. */
  reason: string
  /** What would help, for whoever wrote the call. */
  advice: string
  /** The application of the call, when one was recognised. */
  application?: string
  /** In the order in which they are made. */
  checks: CheckView[]
}

export interface CheckView {
  /** A sentence that holds when it passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  seen?: string
  wanted?: string
}

export interface TokenView {
  good: boolean
  /** Why it is refused. */
  refused?: string
  /** The provider that recognised it. */
  issuer?: string
  /** What the text says of itself, believed or not; absent when it is no JWT. */
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Of a good token. */
  token?: {
    id: string
    clientId: string
    subject: string
    grant: string
    scopes: string[]
    issuedAt: string
    expiresAt: string
  }
  operations: TokenOperationView[]
}

export interface TokenOperationView {
  /** Reference of the API. */
  api: string
  operation: string
  method: string
  /** From the root of the gateway. */
  path: string
  opens: boolean
  /** Why it does not, or why no token is needed. */
  because?: string
}

export interface UsageView {
  application: string
  /** The beginning of the first hour. */
  from: string
  to: string
  /** One for each hour, also those without a call, the oldest first. */
  hours: UsageHour[]
  /** Over the whole time, the most called first. */
  apis: { api: string; calls: number; errors: number; refusals: number }[]
  /** What is left now of each subscription's plan. */
  plans: PlanUsage[]
}

export interface UsageHour {
  /** When it begins. */
  hour: string
  calls: number
  /** Answered with 500 or above. */
  errors: number
  /** Refused by the gateway. */
  refusals: number
  /** Access tokens that were issued. */
  tokens: number
  /** Of the calls; absent when there was none. The 95th percentile is an estimate. */
  averageMs?: number
  p95Ms?: number
}

export interface PlanUsage {
  product: string
  plan: string
  limits: LimitUsage[]
}

export interface LimitUsage extends LimitView {
  used: number
  /** Null is unlimited. */
  left: number | null
  /** When counting begins anew; absent when it is unlimited. */
  resetsAt?: string
}
