/**
 * The configuration as everything else sees it: frozen, typed, and checked against itself.
 *
 * Nothing here is optional for convenience: what a document leaves out is filled in by the loader, so that a
 * reader never repeats a default. Each part remembers the place in the documents that it comes from.
 */
import type { TSchema } from '../lib/type.ts'

export type * from './openapi/description/description.ts'

/** Where something stands in the documents: the file as it was named, lines and columns from 1. */
export interface Place {
  file: string
  line: number
  column: number
}

/** One thing that is wrong with the documents, or worth a second look. */
export interface Problem extends Place {
  severity: 'error' | 'warning'
  /** What was met, what is allowed, and what would do. */
  message: string
}

export interface Config {
  /** Changes when any document changes: a digest of their texts. */
  revision: string
  catalogs: readonly Catalog[]
}

/** An organisation's catalog: what is published together, at `/{org}/{name}`. */
export interface Catalog {
  org: string
  name: string
  title: string
  /** `/{org}/{name}`. */
  path: string
  /** The user registries that are enabled here, by name. */
  registries: ReadonlyMap<string, RegistrySettings>
  /** The OAuth providers that are enabled here, by name. */
  providers: ReadonlyMap<string, ProviderSettings>
  /** The third-party OAuth providers that are enabled here, by name; no name is that of a native one. */
  thirdParties?: ReadonlyMap<string, ThirdPartyProvider>
  tlsProfiles: ReadonlyMap<string, TlsProfile>
  products: readonly Product[]
  /** Every API of the published products, each once. */
  apis: readonly Api[]
  applications: readonly Application[]
  /** The developer portal, `{path}/portal`; undefined where there is none. */
  portal?: PortalSettings | undefined
  place: Place
}

export interface PortalSettings {
  /** The local registry of those who may sign in, by name. */
  registry: string
  /** Whether people may become users of it by themselves. */
  selfSignup: boolean
  /** Who of them decides about subscriptions that need approval. */
  owners: readonly string[]
  /** How many applications one person may have. */
  mostApplications: number
  /** How long a session lasts: when it is not used, and at most. */
  session: { idleMinutes: number; hours: number }
  place: Place
}

export interface RegistrySettings {
  name: string
  title: string
  displayName: string
  /** `authurl`, `ldap`, `lur`, ... */
  type: string
  caseSensitive: boolean
  /** What the registry's type reads from the document, checked against its schema. */
  settings: unknown
  place: Place
}

export type Grant = 'password' | 'application' | 'access_code' | 'refresh_token'

/** A native OAuth provider. Times are in seconds. */
export interface ProviderSettings {
  name: string
  title: string
  gatewayVersion: string
  /** Path below the catalog, `/customer-oauth`; the issuer is the gateway's base URL, the catalog's path and this. */
  basePath: string
  authorizePath: string
  tokenPath: string
  grants: ReadonlySet<Exclude<Grant, 'refresh_token'>>
  clientTypes: ReadonlySet<'confidential' | 'public'>
  /** Scope name to description. */
  scopes: ReadonlyMap<string, string>
  defaultScopes: readonly string[]
  accessToken: { ttl: number }
  refreshToken: { enabled: boolean; count: number; ttl: number; oneTimeUse: boolean }
  /** The absolute end of a consent, counted from the first token; 0 for none. */
  maximumConsent: number
  pkce: { enabled: boolean; required: boolean; allowPlain: boolean }
  introspection: {
    enabled: boolean
    path: string
    /** Applications that are told about the tokens of all clients, by name. */
    applications: ReadonlySet<string>
  }
  revocation: {
    enabled: boolean
    application: { enabled: boolean; path: string }
    owner: { enabled: boolean; path: string }
  }
  /** The registry that knows the users, by name. */
  registry: string | undefined
  /** Answers of the token endpoint: as the RFCs say, or as the product that people come from. */
  failedAttempts: { user: Allowance; client: Allowance; address: Allowance }
  compat: 'rfc' | 'apic'
  debug: boolean
  place: Place
}

/** How often somebody may be wrong within a window of so many seconds; 0 counts nothing. */
export interface Allowance {
  count: number
  window: number
}

/** An OAuth provider of somebody else, whose tokens open APIs here. */
export interface ThirdPartyProvider {
  name: string
  title: string
  /** The grants that it gives, `implicit` and `jwt` besides the native ones. */
  grants: ReadonlySet<string>
  /** Scope name to description. */
  scopes: ReadonlyMap<string, string>
  verification: TokenVerification
  /** For the connection to it: `name` or `name:version`. */
  tlsProfile: string | undefined
  timeoutMs: number
  /** The Authorization field goes on to the API. */
  passesAuthorization: boolean
  /** A token of a client that is no application here opens APIs, too: without a plan, and so without limits. */
  allowsUnregisteredClients: boolean
  place: Place
}

export type TokenVerification =
  | {
      /** RFC 7662. */
      kind: 'introspection'
      endpoint: string
      credentials: { username: string; password: string } | undefined
      /** How long an answer is remembered: not at all, as the answer itself says, or for `cacheSeconds`. */
      cache: 'no-cache' | 'protocol' | 'time-to-live'
      cacheSeconds: number
    }
  | {
      kind: 'jwks'
      /** Where the keys are; undefined when they stand in `keys`. */
      uri: string | undefined
      keys: readonly object[] | undefined
      issuer: string
      audiences: readonly string[]
      algorithms: readonly string[]
    }

export interface TlsProfile {
  name: string
  version: string
  title: string
  protocols: readonly string[]
  ciphers: readonly string[]
  /** Accept any server certificate. */
  insecureServerConnections: boolean
  serverNameIndication: boolean
  /** PEM files, absolute. They are read when the profile is first used: the sandbox makes its own at its first start. */
  truststoreFile: string | undefined
  certificateFile: string | undefined
  keyFile: string | undefined
  place: Place
}

export interface Product {
  name: string
  title: string
  description?: string | undefined
  version: string
  /** What is not published opens nothing. To what is deprecated nobody is to subscribe any more. Absent: published. */
  state?: ProductState
  plans: ReadonlyMap<string, Plan>
  place: Place
}

export type ProductState = 'staged' | 'published' | 'deprecated' | 'retired'

/** Calls allowed within an interval; `hard` refuses what is over, otherwise it is only counted. */
export interface Limit {
  name: string
  kind: 'rate' | 'burst'
  /** Undefined is unlimited. */
  calls: number | undefined
  /** 0 when there is no limit. */
  intervalSeconds: number
  hard: boolean
  place: Place
}

export interface Plan {
  name: string
  title: string
  description?: string | undefined
  approval: boolean
  limits: readonly Limit[]
  /** The APIs that the plan opens, by `name:version`. */
  apis: ReadonlySet<string>
  /** What the plan says of single APIs, by `name:version`; absent when it opens them as they are. */
  offers?: ReadonlyMap<string, Offer>
  /** Limits that count where an assembly asks for them by name. */
  assemblyLimits?: readonly AssemblyLimit[]
  place: Place
}

/**
 * How a plan opens an API. The limits of an operation stand in the place of the API's, and the API's in the place of
 * the plan's, for each kind of limit by itself.
 */
export interface Offer {
  limits: readonly Limit[]
  /** The only operations that the plan opens, by `METHOD /path`, with their limits; undefined opens all. */
  operations: ReadonlyMap<string, readonly Limit[]> | undefined
}

export interface AssemblyLimit extends Limit {
  /** How much a call counts. */
  weight: number
  /** Whether the caller is told: 429 and the fields of the limit, or otherwise 503 and nothing. */
  isClient: boolean
  /** For what the count is kept, within the plan. */
  per: { api: boolean; application: boolean; client: boolean }
}

export interface Application {
  name: string
  title: string
  /** Whose it is at the developer portal; undefined when it is the operator's. */
  owner?: string | undefined
  state: 'enabled' | 'disabled'
  clientType: 'confidential' | 'public'
  /** The grants that the application may use; undefined means those of the provider. */
  grants: ReadonlySet<Grant> | undefined
  credentials: readonly Credential[]
  redirectEndpoints: readonly string[]
  subscriptions: readonly Subscription[]
  place: Place
}

export interface Credential {
  name: string
  clientId: string
  /** Hashes in the PHC format; two while a rotation overlaps. */
  secretHashes: readonly string[]
  /** When the second of two ends by itself, in milliseconds since the epoch. */
  oldSecretUntil?: number | undefined
  /** A secret that the documentation prints: fine in the sandbox, a warning anywhere else. */
  wellKnown: boolean
}

export interface Subscription {
  product: string
  plan: string
  /** Another plan, which was asked for and waits for approval. */
  requestedPlan?: string | undefined
  state: 'enabled' | 'disabled' | 'pending'
  place: Place
}

/** An API as published in one catalog. */
export interface Api {
  name: string
  version: string
  title: string
  /** `name:version`, as products and plans write it. */
  reference: string
  /** Below the catalog's path, `/customerdb/v1`. */
  basePath: string
  /** False: documented, but not routed by the gateway. */
  enforced: boolean
  /** Where the catalog says that it is offline: its operations are known, and answer nothing else. */
  offline?: Place
  /** Catalog properties, overridden by the API's, overridden by the API's for this catalog. */
  properties: ReadonlyMap<string, string>
  definitions: ReadonlyMap<string, SecurityDefinition>
  operations: readonly Operation[]
  assembly: Assembly
  /** What the operations take and answer; absent unless a policy of the assembly holds messages against it. */
  contract?: ApiContract
  cors: boolean
  place: Place
}

/** The OpenAPI document as a contract. Schemas refer to each other, and are referred to, by their index. */
export interface ApiContract {
  /** By `METHOD /path`. */
  operations: ReadonlyMap<string, OperationContract>
  /** Schemas that policies name, by the pointer that they write. */
  named: ReadonlyMap<string, number>
  schemas: readonly ContractSchema[]
}

/** JSON Schema 2020-12; another of the contract's schemas is `#/$defs/{index}`. */
export interface ContractSchema {
  schema: unknown
  place: Place
}

export interface OperationContract {
  parameters: readonly ParameterContract[]
  body: MessageContract | undefined
  /** By status: `200`, `2XX`, `DEFAULT`. */
  responses: ReadonlyMap<string, MessageContract>
  place: Place
}

export interface ParameterContract {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  /** What stands between the values of a list, or `repeated` when each has its own name; undefined for one value. */
  separator: ',' | ' ' | '\t' | '|' | 'repeated' | undefined
  /** The JSON types that the value, or each value of the list, may have; none when any will do. */
  types: readonly string[]
  /** How the members of an object are written; absent for a value or a list. */
  members?: MembersContract
  schema: number
}

/** A text that stands for a value: the JSON types that it may have; none when any will do. */
export interface FieldContract {
  /** Whether there may be several; each has one of the types. */
  isList: boolean
  types: readonly string[]
}

export interface MembersContract {
  /** `name[member]=value`; `member=value` each by itself; `member,value,...` or `member=value,...` in one value. */
  written: 'in brackets' | 'by themselves' | 'listed' | 'in pairs'
  fields: ReadonlyMap<string, FieldContract>
}

export interface MessageContract {
  required: boolean
  /** By type of content, which may be a range: the schema, or undefined for any content of the type. */
  content: ReadonlyMap<string, number | undefined>
  /** The fields of a form, `application/x-www-form-urlencoded`, when it is held against a schema. */
  fields?: ReadonlyMap<string, FieldContract>
}

/** A named way to be let in, `securityDefinitions.{key}` or `components.securitySchemes.{key}`. */
export interface SecurityDefinition {
  key: string
  /** `oauth2`, `apiKey`, `basic`; OpenAPI 3's `http` with the scheme `basic` is `basic`, too. */
  type: string
  /**
   * The members of the definition as OpenAPI 2 spells them, checked against the schema of the type's row, without
   * `type` and `description`: `x-ibm-oauth-provider`, `flow` (`password`, `application`, `accessCode`), `tokenUrl`,
   * `scopes`; `in`, `name`, `x-key-type`; `x-ibm-authentication-registry`. OpenAPI 3 is brought into this form.
   */
  settings: unknown
  place: Place
}

/** One alternative: every definition in it must hold. */
export interface SecurityRequirement {
  all: readonly { definition: SecurityDefinition; scopes: readonly string[] }[]
  place: Place
}

export interface Operation {
  id: string
  /** In upper case. */
  method: string
  /** The template below the base path, `/customers/{customerId}`. */
  path: string
  /** Alternatives; none at all means open to everyone. */
  security: readonly SecurityRequirement[]
  place: Place
}

export interface Assembly {
  execute: readonly PolicyStep[]
  /** One step of the policy `catch` for each clause: settings `{ errors }`, empty for the default clause; one branch. */
  catch: readonly PolicyStep[]
  finally: readonly PolicyStep[]
}

/** One policy with its settings; nested steps stand in `branches`, in the order in which the policy lists them. */
export interface PolicyStep {
  policy: string
  settings: unknown
  branches: readonly (readonly PolicyStep[])[]
  place: Place
}

/**
 * The tables that the loader is handed, so that a document is checked against the schema that its own type
 * brought. Adding a type is one file and one row; the loader does not change.
 *
 * A schema names the members that its type reads; what it does not name is refused, unless the schema allows it by
 * `additionalProperties`. Common members are the loader's own: `name`, `title`, `identity_providers`, ... of a
 * registry; `type` and `description` of a security definition; `version`, `title` and `description` of a policy (a
 * schema that names one of them gets it). A string schema may say its pattern in words under `x-words`, and
 * `format: 'web-address'` is an absolute http or https address.
 */
export interface TypeTables {
  registries: readonly { type: string; settings: TSchema }[]
  securities: readonly { type: string; settings: TSchema }[]
  policies: readonly PolicyShape[]
}

export interface PolicyShape {
  policy: string
  settings: TSchema
  /** Paths inside the settings that hold nested steps, in order: `operation-switch` has one per case. */
  branches?: (settings: never) => readonly (readonly (string | number)[])[]
  /** The policy holds messages against the contract of the API; pointers to schemas that its settings name besides. */
  contract?: (settings: never) => readonly string[]
}

export type Loaded =
  | { config: Config; problems: readonly Problem[] }
  | { config?: never; problems: readonly Problem[] }
