/** Every rule of the security advice. */
import type { AdviceRule } from './advice.ts'
import { plaintextRedirects, secretsInRotation, secretsInUrls } from './application-rules.ts'
import {
  codesWithoutPkce,
  debugHeaders,
  longLivedTokens,
  passwordGrant,
  reusableRefreshTokens,
  uncountedFailedAttempts,
} from './provider-rules.ts'
import {
  ineffectiveLimits,
  plaintextRegistries,
  plaintextUpstreams,
  unverifiedServers,
} from './transport-rules.ts'

export const adviceRules: readonly AdviceRule[] = [
  passwordGrant,
  codesWithoutPkce,
  reusableRefreshTokens,
  longLivedTokens,
  debugHeaders,
  uncountedFailedAttempts,
  secretsInRotation,
  plaintextRedirects,
  secretsInUrls,
  plaintextRegistries,
  plaintextUpstreams,
  unverifiedServers,
  ineffectiveLimits,
]
