/** What the catalog publishes: products with plans and limits, APIs with operations, OAuth providers. */
import type { NamedSchema, OperationDescription } from '../../config/types/index.ts'
import type { ClientType, Grant } from './applications.ts'

export type {
  BodyDescription as BodyView,
  ContentDescription as ContentView,
  NamedSchema as SchemaView,
  ParameterDescription as ParameterView,
  ResponseDescription as ResponseView,
} from '../../config/types/index.ts'

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
  /** What tokens of its applications have at most, in words; absent: what the provider gives. */
  tokens?: string
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
