/** The definition of a security definition type: its settings, and the checks that it builds. */
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import type { Api, Catalog, SourceLocation } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import type { GatewayDeps } from '../call/deps.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { ThirdPartyVerifiers } from './third-party-verifiers.ts'

/** The surroundings in which a security definition is used. */
export interface SecurityDefinitionContext {
  api: Api
  catalog: Catalog
  consumers: Consumers
  /** The scopes that the security requirement demands. */
  scopes: readonly string[]
  location: SourceLocation
  deps: GatewayDeps
  thirdPartyVerifiers: ThirdPartyVerifiers
  /** The security definition types of this gateway; those of the data plane when undefined. */
  securities?: readonly SecurityType[] | undefined
}

/** The parts of a call that security checks read and fill. */
export type SecuredCall = Pick<
  Call,
  | 'id'
  | 'notes'
  | 'remoteAddress'
  | 'request'
  | 'upgrade'
  | 'head'
  | 'target'
  | 'route'
  | 'caller'
  | 'message'
  | 'addedHeaders'
  | 'outcome'
>

/** Checks a call. The result is the error, or undefined when the call passes. */
export type SecurityCheck = (call: SecuredCall) => CallStepResult | Promise<CallStepResult>

/** The place of an API key: a client id or a secret, in a header or in the query. */
export interface ApiKeyLocation {
  role: 'client_id' | 'client_secret'
  in: 'header' | 'query'
  name: string
}

/** The checks of a security definition. */
export interface SecurityDefinitionChecks {
  /** Returns whether the request has credentials for this definition, which decides whose error the caller gets. */
  isAttempted(call: SecuredCall): boolean
  /** The error for a caller who sent no credentials for this definition. */
  notAttemptedError: GatewayError
  /** The place of the key, for API keys only. */
  key?: ApiKeyLocation
  /** Whether calls of clients that are not registered pass. Such a call has no plan. */
  allowsUnknownClient?: boolean
  /** Identifies the client and stores it on the call. */
  identify?: SecurityCheck
  /** Verifies the secret of the client. */
  prove?: SecurityCheck
  /** Verifies the rest, such as scopes or a user, once the application is known to be subscribed. */
  verify?: SecurityCheck
}

export interface SecurityType<S extends TSchema = TSchema> {
  type: string
  settings: S
  /** Returns the checks. Throws a `DocumentError` when the settings do not work where they are used. */
  build(settings: Static<S>, context: SecurityDefinitionContext): SecurityDefinitionChecks
}

/** Returns the type. It lets TypeScript infer the type of the settings. */
export function defineSecurityType<S extends TSchema>(type: SecurityType<S>): SecurityType<S> {
  return type
}
