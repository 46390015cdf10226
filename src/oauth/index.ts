/**
 * The native OAuth 2.0 provider: issues tokens, verifies them, takes them back.
 *
 * `provider.ts` puts one together. Of a call, `endpoints/` has every address and the edge around them, `request/` reads
 * who is calling, `grants/` leads from parameters to a consent, `tokens/` turns a consent into tokens and verifies them,
 * `authorize/` has the pages that owners see, and `state/` is what outlives the call.
 */

export type { OauthEvent, RequestRejectedEvent } from '../telemetry/events/index.ts'
export { OauthError } from './errors/oauth-error.ts'
export { openOauthProvider } from './provider.ts'
export type { AppliedTokenCeiling } from './scopes/token-ceilings.ts'
export {
  openSigningKeyManager,
  type SigningKeyManager,
  type SigningKeyManagerOptions,
} from './state/signing-key-manager.ts'
export type { SigningKey } from './state/signing-keys.ts'
export type { OauthProvider, OpenOauthProviderOptions } from './types.ts'
