/** DPoP nonces (RFC 9449 sections 8, 9), derived from a secret and the minute, so that no node stores them. */
import { hkdfSync, timingSafeEqual } from 'node:crypto'

const stepMs = 60_000
/** A nonce is accepted in its minute and so many minutes before and after it. */
const tolerance = 2

/** Nonces that a server gives out and accepts. */
export type ProofNonces = ReturnType<typeof buildProofNonces>

/** Returns the nonces of a 32-byte secret, equal to oidc-provider's, for the token endpoint and the APIs. */
export function buildProofNonces(secret: Buffer, isRequired: boolean, clock: () => number) {
  let step = Number.NaN
  let nonces: string[] = []

  function current(): string[] {
    const now = Math.floor(clock() / stepMs)
    if (now !== step) {
      step = now
      nonces = Array.from({ length: 2 * tolerance + 1 }, (_, index) => derive(secret, now - tolerance + index))
    }
    return nonces
  }

  return {
    isRequired,
    /** Returns the nonce that clients use next. */
    next: (): string => current()[tolerance + 1] as string,
    /** Returns until when a nonce is accepted, in milliseconds since the epoch; undefined for one that is not accepted now. */
    findExpiry(nonce: string): number | undefined {
      const index = current().findIndex((each) => isSame(each, nonce))
      return index === -1 ? undefined : (step + index + 1) * stepMs
    },
  }
}

function derive(secret: Buffer, step: number): string {
  const salt = Buffer.alloc(8)
  salt.writeInt32BE(step, 4)
  return Buffer.from(hkdfSync('sha256', secret, salt, 'DPoP', 32)).toString('base64url')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
