/** Response bodies about the catalog: products with plans and limits, APIs with operations, OAuth providers. */
import type { ApiDeprecation, NamedSchema, OperationDescription } from '../../config/types/index.ts'
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
  /** Subscribed applications keep their plans; new subscriptions are rejected. */
  deprecated: boolean
  /** The notice that the product will be turned off. */
  deprecation?: ApiDeprecation
  plans: PlanView[]
  apis: ApiSummary[]
}

export interface PlanView {
  name: string
  title: string
  description?: string
  /** Whether a subscription stays pending until an owner of the catalog approves it. */
  approval: boolean
  limits: LimitView[]
  /** The limits on tokens of its applications, as text; absent when the settings of the provider apply. */
  tokens?: string
  /** The APIs of the plan, as `name:version`. */
  apis: string[]
  /**
   * The only allowed operations of an API, such as `GET /customers`. All operations of an API that is not listed
   * here are allowed.
   */
  operations: { api: string; operations: string[] }[]
}

export interface LimitView {
  name: string
  kind: 'rate' | 'burst'
  /** The number of calls; null if unlimited. */
  calls: number | null
  intervalSeconds: number
  /** Whether the gateway rejects calls above the limit; otherwise it only counts them. */
  hard: boolean
  /**
   * What the limit applies to: an API as `name:version`, an API and an operation separated by a blank, or the
   * whole plan if empty.
   */
  part: string
  /** The limit as text: `100 calls per hour, counted only`. */
  words: string
}

/** A match of a search, with what the page needs to link to it. */
export type SearchResultView = {
  title: string
  /** The beginning of the description; of an operation, the title of its API. */
  text: string
} & (
  | { kind: 'product'; product: string }
  | { kind: 'guide'; guide: string }
  | { kind: 'api'; api: string }
  | { kind: 'operation'; api: string; operation: string; method: string; path: string }
)

export interface ApiSummary {
  /** The API as `name:version`. */
  reference: string
  name: string
  version: string
  title: string
  /** Present when the API is deprecated. */
  deprecation?: ApiDeprecation
}

export interface ApiView extends ApiSummary {
  description?: string
  /** The URL path from the root of the gateway, such as `/acme/sandbox/customerdb/v1`. */
  basePath: string
  /** The absolute URL of the base path, as the client reaches it. */
  server: string
  /** False for an API that is documented here and served elsewhere. */
  enforced: boolean
  /** Whether the operator has taken the API offline; the gateway then responds to every call with 503. */
  offline: boolean
  operations: OperationView[]
  /** Schemas in JSON Schema 2020-12. The reference `#/$defs/3` means the fourth schema of this list. */
  schemas: readonly NamedSchema[]
  /** The plans that include the API. */
  plans: { product: string; plan: string }[]
}

export interface OperationView extends OperationDescription {
  id: string
  method: string
  /** The path below the base path, such as `/customers/{customerId}`. */
  path: string
  /** The alternative security requirements, of which one must be met; empty for an operation without security. */
  security: RequirementView[]
  /** Example calls with the URL of this gateway. */
  examples: ExampleView[]
}

/** A security requirement. Every definition in `all` must be met. */
export interface RequirementView {
  all: {
    /** The key of the security definition in the document of the API. */
    definition: string
    type: 'oauth2' | 'apiKey' | 'basic'
    scopes: string[]
    /** For `oauth2`: the name of the provider. `GET /providers` lists it if it is a native one. */
    provider?: string
    /** For `apiKey`: where the key is sent, and whether it is the client id or the client secret. */
    key?: { in: 'header' | 'query'; name: string; is: 'client id' | 'client secret' }
  }[]
}

export interface ExampleView {
  language: 'curl' | 'javascript' | 'python'
  text: string
}

/** A file to download. The response is the file itself. */
export interface FileView {
  fileName: string
  contentType: string
  body: unknown
}

export interface GuideSummary {
  name: string
  title: string
}

export interface GuideView extends GuideSummary {
  /** Markdown. */
  text: string
}

export interface ProviderView {
  name: string
  title: string
  /** The URL path on this origin, so that the page can call it. */
  tokenPath: string
  tokenUrl: string
  /** The absolute URL of the authorization endpoint; absent unless `access_code` is among the grants. */
  authorizeUrl?: string
  grants: Grant[]
  clientTypes: ClientType[]
  scopes: { name: string; description: string }[]
  defaultScopes: string[]
  pkce: { enabled: boolean; required: boolean }
}
