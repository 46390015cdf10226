/**
 * The native OAuth 2.0 provider: issues tokens, verifies them, takes them back.
 *
 * `provider.ts` puts one together. Of a call, `endpoints/` has every address and the edge around them, `request/` reads
 * who is calling, `grants/` leads from parameters to a consent, `tokens/` turns a consent into tokens and verifies them,
 * `authorize/` has the pages that owners see, and `state/` is what outlives the call.
 */
export type { Ceiling } from './ceilings.ts'
export { OauthError } from './errors/errors.ts'
export type { OauthEvent, RequestRefused } from './events.ts'
export { openProvider } from './provider.ts'
export { type Keys, type OpenKeysOptions, openKeys } from './state/key-rotation.ts'
export type { SigningKey } from './state/keys.ts'
export type { OauthProvider, OpenProviderOptions } from './types.ts'
