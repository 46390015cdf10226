/** Defines an API as a catalog publishes it: operations, security, policies. */
import type { JsonLimits } from '../../../shared/lib/collections/json-object.ts'
import type { DetailDemand } from '../../contract/access/authorization-details.ts'
import type { MqscSubject } from '../../contract/access/mqsc-command.ts'
import type { ApiContract } from './contract.ts'
import type { AccessTerms } from './products.ts'
import type { SourceLocation } from './source-location.ts'

/** An API as published in one catalog. */
export interface Api {
  name: string
  version: string
  title: string
  /** `name:version`, as products and plans refer to the API. */
  reference: string
  /** The path below the catalog's path, `/customerdb/v1`. */
  basePath: string
  /** Whether the gateway routes calls to the API; false when it is only documented. */
  enforced: boolean
  /** The location in the catalog that takes the API offline. The gateway then rejects calls of its operations. */
  offline?: SourceLocation | undefined
  /** The properties of the catalog, overridden by those of the API, overridden by those of the API for this catalog. */
  properties: ReadonlyMap<string, string>
  definitions: ReadonlyMap<string, SecurityDefinition>
  operations: readonly Operation[]
  assembly: Assembly
  /** The contract of the operations; absent unless a policy of the assembly validates messages. */
  contract?: ApiContract | undefined
  /** The text of the WSDL; absent when the document has none. */
  wsdl?: string
  /** The schemas that policies refer to, by the text of the reference; absent when there are none. */
  schemas?: ReadonlyMap<string, unknown> | undefined
  /** Set unless the document is strict: calls that need an undefined name are rejected, which is a warning. */
  toleratesUndefinedValues?: true | undefined
  /** The bytes of request bodies that every `invoke` without a limit of its own accepts; absent for any number. */
  payloadLimit?: number | undefined
  /** The limits of bodies that policies parse, of the API and of its catalog; absent for the defaults. */
  bodyLimits?: JsonLimits | undefined
  /** How the responses of every `invoke` without a setting of its own are kept; absent when they are not. */
  cacheResponse?: 'protocol' | undefined
  /** Which responses are compressed for callers that accept it; absent when none is. */
  compression?: ResponseCompression | undefined
  cors: boolean
  /** What the API says about CORS beside that it is enabled; absent when it says nothing. */
  corsRules?: CorsRules
  /** What the call log keeps of calls; absent when it keeps the facts of every call and no headers or bodies. */
  activityLog?: ActivityLog
  /** The notice for the portal and for the headers of responses; absent unless the API is deprecated. */
  deprecation?: ApiDeprecation | undefined
  /** The terms of access; absent when there are none. */
  terms?: AccessTerms
  location: SourceLocation
}

/** A response is compressed when its media type is listed and its body is not shorter than the minimum. */
export interface ResponseCompression {
  minBytes: number
  /** Media types in lower case; `text/*` stands for all of a kind. */
  types: readonly string[]
}

export interface CorsRules {
  /** Which origins are allowed. The first rule that has the origin of a page decides. */
  rules: readonly CorsOriginRule[]
  /** Headers of responses that pages may read, beside those of the gateway. */
  exposedHeaders: readonly string[]
  /** How long browsers keep the response to a preflight; undefined for the default. */
  maxAgeSeconds: number | undefined
}

export interface CorsOriginRule {
  /** The origins in lower case; undefined stands for all. */
  origins: readonly string[] | undefined
  /** Whether pages may send cookies. */
  credentials: boolean
}

/** What the call log keeps of a call: nothing, its facts, its headers as well, or its bodies as well. */
export type ActivityContent = 'none' | 'activity' | 'header' | 'payload'

export interface ActivityLog {
  /** The content that is kept of calls that are served. */
  success: ActivityContent
  /** The content that is kept of calls that are rejected, or whose response has a status of at least 400. */
  error: ActivityContent
}

/** A security scheme with its key: `securityDefinitions.{key}` or `components.securitySchemes.{key}`. */
export interface SecurityDefinition {
  key: string
  /** `oauth2`, `apiKey` or `basic`. The type `http` with the scheme `basic` of OpenAPI 3 is `basic` too. */
  type: string
  /**
   * The members of the definition as OpenAPI 2 spells them, checked against the schema of the type, without
   * `type` and `description`: `x-ibm-oauth-provider`, `flow` (`password`, `application`, `accessCode`),
   * `tokenUrl`, `scopes`; `in`, `name`, `x-key-type`; `x-ibm-authentication-registry`. OpenAPI 3 is converted to
   * this form.
   */
  settings: unknown
  location: SourceLocation
}

/** One alternative of the security requirements: all of its definitions must hold. */
export interface SecurityRequirement {
  all: readonly { definition: SecurityDefinition; scopes: readonly string[] }[]
  location: SourceLocation
}

export interface Operation {
  id: string
  /** The HTTP method in upper case. */
  method: string
  /** The path template below the base path, `/customers/{customerId}`. */
  path: string
  /** The alternatives of the security requirements; an empty list needs no authentication. */
  security: readonly SecurityRequirement[]
  /** The notice that the operation will be turned off, in the place of that of the API. */
  deprecation?: ApiDeprecation | undefined
  /** Where calls name a queue, so that tokens limited to queues open the operation for theirs; absent for none. */
  queueAccess?: QueueAccess | undefined
  /** What tokens need in their authorization details; absent for nothing. */
  authorizationDetails?: AuthorizationDetailDemands | undefined
  /** What MCP servers offer of the operation; absent unless its document makes it a tool. */
  tool?: OperationTool | undefined
  /** The names of the query parameters that the document describes; absent when there are none. */
  queryParameters?: readonly string[] | undefined
  location: SourceLocation
}

/** The authorization details that calls of an operation need, and where the document says so. */
export type AuthorizationDetailDemands = { demands: readonly DetailDemand[]; location: SourceLocation }

/** Where the calls of an operation name a queue manager and a queue. */
export interface QueueAccess {
  /** The path parameter with the name of the queue manager. */
  qmgr: string
  /** The path parameter with the name of the queue; undefined for an operation that runs commands. */
  queue?: string | undefined
  /** The scopes that calls with a value of the query parameter `mode` need, in place of those of the operation. */
  modes?: ReadonlyMap<string, string> | undefined
  /** The commands that the operation runs, such as `DISPLAY QLOCAL(ORDERS.*)`; undefined for an operation on a queue. */
  commands?: readonly CommandRule[] | undefined
  location: SourceLocation
}

/** Allows MQSC commands by verb, object and name. `*` stands for any characters. */
export interface CommandRule extends Pick<MqscSubject, 'verb' | 'object' | 'name'> {}

/** An operation as a tool of an MCP server. */
export interface OperationTool {
  name: string
  title: string
  description: string
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: object }[]
  body?: { mediaType: string; required: boolean; schema: object } | undefined
  /** The schemas to which the others refer as `#/$defs/0`. */
  schemas?: Readonly<Record<string, unknown>> | undefined
}

export interface Assembly {
  execute: readonly PolicyStep[]
  /** One step of the policy `catch` for each clause: `{ errors }`, empty for the default, and one branch. */
  catch: readonly PolicyStep[]
  finally: readonly PolicyStep[]
}

/** Returns the steps of an assembly, and those in their branches. */
export function listSteps({ execute, catch: clauses, finally: last }: Assembly): PolicyStep[] {
  const list = (steps: readonly PolicyStep[]): PolicyStep[] =>
    steps.flatMap((step) => [step, ...step.branches.flatMap(list)])
  return list([...execute, ...clauses, ...last])
}

/** A policy with its settings. Nested steps are in `branches`, in the order in which the policy lists them. */
export interface PolicyStep {
  policy: string
  /** The digest of the code of a policy of the operator; absent for policies of the gateway. */
  code?: string | undefined
  settings: unknown
  branches: readonly (readonly PolicyStep[])[]
  location: SourceLocation
}

export interface ApiDeprecation {
  /** The days in UTC, `2027-06-30`, since when it is deprecated and when it will be turned off. */
  since?: string | undefined
  sunset?: string | undefined
  /** The URL of a page about the replacement. */
  link?: string | undefined
  /** Markdown. */
  text?: string | undefined
}
