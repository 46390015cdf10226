/**
 * What a type of security definition is: how it reads its settings, and how it looks at a call.
 */
import type { Api, Catalog, SourceLocation } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import type { GatewayDeps } from '../call/deps.ts'
import type { StepResult } from '../call/step.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { ThirdPartyVerifiers } from '../third-party/third-party-verifiers.ts'

/** Where a definition is used. */
export interface SecurityContext {
  api: Api
  catalog: Catalog
  consumers: Consumers
  /** The scopes that the requirement demands. */
  scopes: readonly string[]
  place: SourceLocation
  deps: GatewayDeps
  thirdPartyVerifiers: ThirdPartyVerifiers
}

/** The parts of a call that security checks read and fill. */
export type SecuredCall = Pick<
  Call,
  | 'id'
  | 'remoteAddress'
  | 'request'
  | 'head'
  | 'target'
  | 'route'
  | 'caller'
  | 'message'
  | 'reply'
  | 'outcome'
>

/** Looks at a call: nothing lets it pass. */
export type SecurityCheck = (call: SecuredCall) => StepResult | Promise<StepResult>

/** Where a key is sent, and which of the two it is. */
export interface ApiKeyLocation {
  role: 'client_id' | 'client_secret'
  in: 'header' | 'query'
  name: string
}

/** A definition, ready to look at calls. */
export interface SchemeChecks {
  /** Whether the caller evidently means to be let in this way: decides whose rejection is answered. */
  isAttempted(call: SecuredCall): boolean
  /** For a caller who has not tried. */
  notAttemptedError: GatewayError
  /** For API keys. */
  key?: ApiKeyLocation
  /** A caller whose application is not registered may pass: without a plan. */
  allowsUnknownClient?: boolean
  /** Finds out which application calls and notes the client on the call. */
  identify?: SecurityCheck
  /** Proves that the application is the one it says. */
  prove?: SecurityCheck
  /** Asks for what is left, once the application is known to be subscribed. */
  verify?: SecurityCheck
}

export interface SecurityType<S extends TSchema = TSchema> {
  type: string
  settings: S
  /** Throws a `DocumentError` when the settings cannot work where they are used. */
  build(settings: Static<S>, context: SecurityContext): SchemeChecks
}

/** Keeps the type of the settings with the type that reads them. */
export function defineSecurityType<S extends TSchema>(type: SecurityType<S>): SecurityType<S> {
  return type
}
