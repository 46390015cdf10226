/**
 * What several modules need to keep intruders out: limits on failed attempts and on costly actions, counted exactly over
 * all processes that share a store. A limit returns a value, such as the end of a lock; the caller renders it.
 */

export { type Allowance, type Allowances, defaultAllowances } from './allowances.ts'
export { type Attempter, type AttemptResult, isLocked, type Locked, retryAfterSeconds } from './attempt.ts'
export { type AttemptLimits, type AttemptLimitsOptions, openAttemptLimits } from './attempt-limits.ts'
export { type HourlyLimit, openHourlyLimit } from './hourly-limit.ts'
export { newClientId, newSecret } from './new-secret.ts'
export { hashSecret, isSecretHash, verifySecret } from './secret-hash.ts'
export { decoyOf, type SecretVerifier, secretVerifier, VerifierBusy } from './secret-verifier.ts'
export { openTurns } from './semaphore.ts'
