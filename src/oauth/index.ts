/** The native OAuth 2.0 provider: issues tokens, verifies them, takes them back. */
export { openProvider } from './provider.ts'
export type { OauthProvider, OpenProviderOptions } from './types.ts'
