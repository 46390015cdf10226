/** Every rule of the security advice. */
import type { AdviceRule } from './advice.ts'
import { plaintextRedirectsRule, secretsInRotationRule, secretsInUrlsRule } from './application-rules.ts'
import { timedPatternsRule } from './pattern-rules.ts'
import {
  codesWithoutPkceRule,
  debugHeadersRule,
  longLivedTokensRule,
  passwordGrantRule,
  reusableRefreshTokensRule,
  uncountedFailedAttemptsRule,
} from './provider-rules.ts'
import {
  ineffectiveLimitsRule,
  plaintextRegistriesRule,
  plaintextUpstreamsRule,
  unverifiedServersRule,
} from './transport-rules.ts'

export const adviceRules: readonly AdviceRule[] = [
  passwordGrantRule,
  codesWithoutPkceRule,
  reusableRefreshTokensRule,
  longLivedTokensRule,
  debugHeadersRule,
  uncountedFailedAttemptsRule,
  secretsInRotationRule,
  plaintextRedirectsRule,
  secretsInUrlsRule,
  plaintextRegistriesRule,
  plaintextUpstreamsRule,
  unverifiedServersRule,
  ineffectiveLimitsRule,
  timedPatternsRule,
]
