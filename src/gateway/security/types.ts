/**
 * What a type of security definition is: how it reads its settings, and how it looks at a call.
 */
import type { Api, Catalog, Place } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import type { GatewayTools } from '../call/deps.ts'
import type { Refusal } from '../call/refusals.ts'
import type { Outcome } from '../call/run.ts'
import type { ThirdParties } from '../third-party/third-party.ts'

/** Where a definition is used. */
export interface SecurityContext {
  api: Api
  catalog: Catalog
  consumers: Consumers
  /** The scopes that the requirement demands. */
  scopes: readonly string[]
  place: Place
  tools: GatewayTools
  thirdParties: ThirdParties
}

/** The parts of a call that security checks read and fill. */
export type SecuredCall = Pick<
  Call,
  'id' | 'remote' | 'request' | 'head' | 'target' | 'route' | 'caller' | 'message' | 'reply' | 'outcome'
>

/** Looks at a call: nothing lets it pass. */
export type Check = (call: SecuredCall) => Outcome | Promise<Outcome>

/** Where a key is sent, and which of the two it is. */
export interface KeyPlace {
  role: 'client_id' | 'client_secret'
  in: 'header' | 'query'
  name: string
}

/** A definition, ready to look at calls. */
export interface Guard {
  /** Whether the caller evidently means to be let in this way: decides whose refusal is answered. */
  tried(call: SecuredCall): boolean
  /** For a caller who has not tried. */
  absent: Refusal
  /** For API keys. */
  key?: KeyPlace
  /** A caller whose application is not registered may pass: without a plan. */
  allowsUnknownClient?: boolean
  /** Finds out which application calls and notes the client on the call. */
  identify?: Check
  /** Proves that the application is the one it says. */
  prove?: Check
  /** Asks for what is left, once the application is known to be subscribed. */
  verify?: Check
}

export interface SecurityType<S extends TSchema = TSchema> {
  type: string
  settings: S
  /** Throws a `DocumentError` when the settings cannot work where they are used. */
  build(settings: Static<S>, context: SecurityContext): Guard
}

/** Keeps the type of the settings with the type that reads them. */
export function securityType<S extends TSchema>(type: SecurityType<S>): SecurityType<S> {
  return type
}
