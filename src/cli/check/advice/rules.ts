/** Every rule of the security advice. */
import type { Rule } from './advice.ts'
import { redirectsInTheClear, secretsInAddresses, secretsInRotation } from './rules-of-applications.ts'
import {
  codesWithoutProof,
  longLivedTokens,
  passwordGrant,
  reusedRefreshTokens,
  toldTooMuch,
  uncountedFailures,
} from './rules-of-providers.ts'
import {
  limitsThatDoNotHold,
  trustInAnybody,
  upstreamsInTheClear,
  usersInTheClear,
} from './rules-of-transport.ts'

export const rules: readonly Rule[] = [
  passwordGrant,
  codesWithoutProof,
  reusedRefreshTokens,
  longLivedTokens,
  toldTooMuch,
  uncountedFailures,
  secretsInRotation,
  redirectsInTheClear,
  secretsInAddresses,
  usersInTheClear,
  upstreamsInTheClear,
  trustInAnybody,
  limitsThatDoNotHold,
]
