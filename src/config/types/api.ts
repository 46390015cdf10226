/** An API as it is published: operations, security, policies. */
import type { ApiContract } from './contract.ts'
import type { SourceLocation } from './source-location.ts'

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
  /** The location in the catalog that takes the API offline. The gateway then rejects calls of its operations. */
  offline?: SourceLocation
  /** Catalog properties, overridden by the API's, overridden by the API's for this catalog. */
  properties: ReadonlyMap<string, string>
  definitions: ReadonlyMap<string, SecurityDefinition>
  operations: readonly Operation[]
  assembly: Assembly
  /** What the operations take and answer; absent unless a policy of the assembly holds messages against it. */
  contract?: ApiContract
  cors: boolean
  place: SourceLocation
}

/** A named security scheme, `securityDefinitions.{key}` or `components.securitySchemes.{key}`. */
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
  place: SourceLocation
}

/** One alternative of the security requirements: all of its definitions must hold. */
export interface SecurityRequirement {
  all: readonly { definition: SecurityDefinition; scopes: readonly string[] }[]
  place: SourceLocation
}

export interface Operation {
  id: string
  /** In upper case. */
  method: string
  /** The template below the base path, `/customers/{customerId}`. */
  path: string
  /** Alternatives; none at all means open to everyone. */
  security: readonly SecurityRequirement[]
  place: SourceLocation
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
  place: SourceLocation
}
