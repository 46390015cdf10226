/** DPoP nonces (RFC 9449 sections 8, 9), derived from a secret and the minute, so that no node stores them. */
import { hkdfSync, timingSafeEqual } from 'node:crypto'

const stepMs = 60_000

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
      nonces = [now - 2, now - 1, now, now + 1, now + 2].map((each) => derive(secret, each))
    }
    return nonces
  }

  return {
    isRequired,
    /** Returns the nonce that clients use next. */
    next: (): string => current()[3] as string,
    /** Returns whether a nonce was given out within the last minutes. */
    accepts: (nonce: string): boolean => current().some((each) => isSame(each, nonce)),
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
