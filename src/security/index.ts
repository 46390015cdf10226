/**
 * What several modules need to keep intruders out: limits on failed attempts and on costly actions, counted exactly over
 * all processes that share a store. A limit returns a value, such as the end of a lock; the caller renders it.
 */

export {
  type AccountAtAddress,
  type AttemptLock,
  type AttemptResult,
  isLocked,
  retryAfterSeconds,
} from './attempt.ts'
export {
  type AttemptAllowance,
  type AttemptAllowances,
  defaultAttemptAllowances,
} from './attempt-allowances.ts'
export { type AttemptLimits, type AttemptLimitsOptions, openAttemptLimits } from './attempt-limits.ts'
export { generateClientId, generateSecret } from './generate-secret.ts'
export { type HourlyLimit, openHourlyLimit } from './hourly-limit.ts'
export { hashSecret, isSecretHash, verifySecret } from './secret-hash.ts'
export {
  createDecoyHash,
  type SecretVerifier,
  sharedSecretVerifier,
  VerifierBusyError,
} from './secret-verifier.ts'
export { openSemaphore } from './semaphore.ts'
