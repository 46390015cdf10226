/** The contract of policies in files beside the documents: `@sluice-gateway/sluice/policies` has its types. */

/** A policy that assemblies use by its name. `Settings` are its members in an assembly. */
export interface Policy<Settings = Record<string, unknown>> {
  /** The name in assemblies: small letters, digits and hyphens. */
  policy: string
  /**
   * A JSON Schema (draft 7) of the type `object` for the settings. The gateway checks documents against it and fills in
   * defaults; the portal makes its form from titles, descriptions and enumerations.
   */
  settings: { type: 'object'; properties: Record<string, object>; required?: readonly string[] }
  /** Returns the variables that the policy sets, so that templates may use them. */
  variables?(settings: Settings): readonly string[]
  /** Says what the policy demands of a call, for `sluice why` after it has rejected one or failed. */
  explain?(settings: Settings): string
  /** Runs when documents are loaded. Throw an `Error` for settings that cannot work: it becomes a problem of the document. */
  build(settings: Settings, context: PolicyContext): PolicyRun
}

/**
 * Runs for each call. A rejection ends the assembly, unless a clause of `catch` takes its error. What it throws is
 * logged, and the call is 500. It must not keep the thread busy: all calls of the worker would wait.
 */
export type PolicyRun = (call: PolicyCall) => undefined | Rejection | Promise<undefined | Rejection>

export interface Rejection {
  /** 400 to 599. */
  status: number
  /** The sentence for the caller, `moreInformation`. */
  message?: string
  /** The name that a clause of `catch` matches; `RuntimeError` by default. */
  error?: string
  headers?: Record<string, string>
}

/** The surroundings in which a policy is built. */
export interface PolicyContext {
  api: { name: string; version: string; title: string; basePath: string }
  catalog: { name: string; org: string }
  /** The properties of the API in its catalog. */
  properties: ReadonlyMap<string, string>
  /** Returns a function that fills in the `$(variables)` of a text. Throws for a name that nothing defines. */
  template(text: string): (call: PolicyCall) => string
  log: Record<'debug' | 'info' | 'warn' | 'error', (text: string, call?: PolicyCall) => void>
}

/** A call, while its assembly runs. Keep nothing of it for longer. */
export interface PolicyCall {
  /** The `X-Request-Id`. */
  readonly id: string
  readonly method: string
  /** The path below the catalog, as it was sent. */
  readonly path: string
  readonly query: URLSearchParams
  /** The IP address of the caller. */
  readonly address: string
  /** The client id and its application; undefined when no security definition has identified one. */
  readonly client: { id: string; application: string } | undefined
  /** Subject and scopes of the access token, if there is one. */
  readonly token: { subject: string | undefined; scopes: readonly string[] } | undefined
  /** Returns a header of the received request. */
  requestHeader(name: string): string | undefined
  /** Returns a variable, such as `request.parameters.id`, or one that a policy has set; undefined for an unknown name. */
  get(variable: string): unknown
  /** Sets a variable: a text, or a value of JSON. */
  set(variable: string, value: unknown): void
  /** The request until an upstream has responded, then the response. */
  readonly message: PolicyMessage
}

export interface PolicyMessage {
  readonly isResponse: boolean
  status: number
  header(name: string): string | undefined
  /** Sets a header; undefined removes it. Throws for one that the gateway sets itself, and for control characters. */
  setHeader(name: string, value: string | undefined): void
  /** Return the whole body, of at most 4 MiB: a larger one ends the call with 413. */
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  /** Ends the call with 400 when the body is not JSON. */
  json(): Promise<unknown>
  /** Replaces the body. Objects become JSON, with its `Content-Type`. */
  write(body: string | Uint8Array | object): void
}
