/** The native OAuth 2.0 provider: issues tokens, verifies them, takes them back. */
export type { OauthEvent } from './events.ts'
export { openProvider } from './provider.ts'
export { type Keys, type OpenKeysOptions, openKeys } from './state/key-rotation.ts'
export type { SigningKey } from './state/keys.ts'
export type { OauthProvider, OpenProviderOptions } from './types.ts'
