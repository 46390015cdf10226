/**
 * Checks secrets against their hashes for a busy server.
 *
 * A derivation is slow and large by design, so: what has been verified is remembered, callers with the same question
 * share one derivation, few run at once, and few wait. Nothing that is kept here gives a secret away: a pair of hash
 * and secret is known by a digest, salted with what nobody outside of the process knows.
 */
import { hash as digestOf, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { verifySecret } from './secret-hash.ts'
import { openSemaphore } from './semaphore.ts'

export interface SecretVerifier {
  /** Whether the secret has one of these hashes. Throws `VerifierBusy` when too many questions are waiting. */
  verify(hashes: readonly string[], secret: string): Promise<boolean>
  /** The hash that the secret has, undefined when it has none of these. Throws as `verify` does. */
  findMatchingHash(hashes: readonly string[], secret: string): Promise<string | undefined>
}

/** Too many secrets are being checked at this moment. The error says nothing about this secret. */
export class VerifierBusyError extends Error {
  override name = 'VerifierBusyError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter = 2
}

export interface SecretVerifierOptions {
  /** How many verified pairs are remembered. */
  maxRemembered: number
  /** Maximum number of derivations at the same time: libuv has four threads, which other work needs too. */
  maxRunning: number
  maxWaiting: number
}

/** In UTF-16 code units. Longer secrets are rejected without hashing. */
const longestSecret = 1024

export function openSecretVerifier({
  maxRemembered: remembered = 4096,
  maxRunning: running = 2,
  maxWaiting: waiting = 256,
}: Partial<SecretVerifierOptions> = {}): SecretVerifier {
  const salt = randomBytes(32).toString('base64')
  const verified = new LRUCache<string, true>({ max: remembered })
  const underWay = new Map<string, Promise<boolean>>()
  const inTurn = openSemaphore({
    maxRunning: running,
    maxWaiting: waiting,
    createOverflowError: () => new VerifierBusyError(`${waiting} secrets are already waiting to be checked`),
  })

  return {
    verify: async (hashes, secret) => (await match(hashes, secret)) !== undefined,
    findMatchingHash: match,
  }

  async function match(hashes: readonly string[], secret: string): Promise<string | undefined> {
    if (secret.length > longestSecret) return undefined

    const pairs = hashes.map((hash) => ({ hash, id: idOf(hash, secret) }))
    const known = pairs.find(({ id }) => verified.get(id))
    if (known) return known.hash
    for (const { hash, id } of pairs) if (await derive(id, hash, secret)) return hash
    return undefined
  }

  function idOf(hash: string, secret: string): string {
    return digestOf('sha256', `${salt} ${hash} ${secret}`, 'base64')
  }

  /** One derivation for all who ask the same at the same time. */
  function derive(id: string, hash: string, secret: string): Promise<boolean> {
    let answer = underWay.get(id)
    if (!answer) {
      answer = inTurn(() => verifySecret(hash, secret))
        .then((right) => {
          if (right) verified.set(id, true)
          return right
        })
        .finally(() => underWay.delete(id))
      underWay.set(id, answer)
    }
    return answer
  }
}

/**
 * The verifier that the whole process shares, so that its limits hold for every caller. It survives a reload of
 * the documents.
 */
export const sharedSecretVerifier: SecretVerifier = openSecretVerifier()

/** A hash that costs as much to check as this one, and that no secret has. */
export function createDecoyHash(hash: string): string {
  const end = hash.lastIndexOf('$') + 1
  const digest = randomBytes(Buffer.from(hash.slice(end), 'base64').length)
  return hash.slice(0, end) + digest.toString('base64').replace(/=+$/, '')
}
