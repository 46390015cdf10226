/**
 * Protection against intruders that several modules need: limits on failed attempts and on costly actions,
 * hashing and verification of secrets, semaphores.
 *
 * Limits count exactly over all processes that share a store. A limit returns a value, such as the end of a lock,
 * which the caller renders.
 */

export { type AccountAtAddress, isLocked, retryAfterSeconds, userAtAddress } from './attempt.ts'
export { type AttemptAllowances, defaultAttemptAllowances } from './attempt-allowances.ts'
export { type AttemptLimits, type AttemptLimitsOptions, openAttemptLimits } from './attempt-limits.ts'
export {
  type ConcurrentCalls,
  type ConcurrentLimit,
  openConcurrentCalls,
  type ReachedLimit,
} from './concurrent-calls.ts'
export { generateClientId, generateSecret } from './generate-secret.ts'
export { openHourlyLimit } from './hourly-limit.ts'
export { parseDerSignature, renderDerSignature } from './proofs/der-signature.ts'
export { type DpopProof, type ProofRejection, proofAlgorithms, verifyDpopProof } from './proofs/dpop-proof.ts'
export { buildProofNonces, type ProofNonces } from './proofs/proof-nonces.ts'
export { type ClaimProof, openUsedProofs, type UsedProof } from './proofs/used-proofs.ts'
export { createSecretDigest } from './secret-digest.ts'
export { hashSecret, isSecretHash, verifySecret } from './secret-hash.ts'
export {
  createDecoyHash,
  type SecretVerifier,
  sharedSecretVerifier,
  VerifierBusyError,
} from './secret-verifier.ts'
export { openSemaphore, type Semaphore } from './semaphore.ts'
export { openSharedChecks } from './shared-checks.ts'
