/**
 * The native OAuth 2.0 provider: it issues, verifies, introspects and revokes tokens.
 *
 * `provider.ts` opens one provider. `endpoints/` has the routes and the error boundary, `request/` opens the parts of a provider,
 * parses requests, authenticates clients and hands requests to oidc-provider, `engine/` plugs the product into oidc-provider,
 * `grants/` has the grants that oidc-provider lacks, `tokens/` has the claims and the verification of access tokens, `keys/` the keys that
 * sign them, `authorize/` the authorization endpoint and its pages; `scopes/` limits scopes, and `state/` stores what must
 * survive a request.
 */

export type { OauthEvent } from '../telemetry/events/index.ts'
export { selectProviderRecords } from './copied-records.ts'
export { OauthError } from './errors/oauth-error.ts'
export type { SigningKeyDescription } from './keys/describe-signing-keys.ts'
export { parsePrivateJwk } from './keys/parse-keys.ts'
export type { SigningKey } from './keys/signing-key.ts'
export { openSigningKeyManager, type SigningKeyManager, SimultaneousRotationError } from './keys/signing-key-manager.ts'
export { type OauthProvider, openOauthProvider } from './provider.ts'
export type { RegisteredApplications } from './request/provider-parts.ts'
export { openidScopes } from './scopes/claims.ts'
export { renderRegistrationOwner } from './scopes/registered-limits.ts'
export type { AppliedTokenCeiling } from './scopes/token-ceilings.ts'
export { listSignIns, type RevokedUserTokens, revokeUserTokens } from './state/revoke-user-tokens.ts'
