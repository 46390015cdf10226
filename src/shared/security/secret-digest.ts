/** Digests of secrets as keys of caches in memory, so that a memory dump does not reveal the secrets. */
import { hash, randomBytes } from 'node:crypto'

/** Returns a function: equal texts in equal order have equal digests. Each function has its own random salt. */
export function createSecretDigest(): (...texts: readonly string[]) => string {
  const salt = randomBytes(32).toString('base64')
  return (...texts) => hash('sha256', `${salt}${JSON.stringify(texts)}`, 'base64')
}
