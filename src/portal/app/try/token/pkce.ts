/** Generates random values for an authorization request. RFC 7636. */

export interface PkcePair {
  verifier: string
  /** The challenge of the method `S256`. */
  challenge: string
}

/** Returns 32 random bytes in base64url. */
export function generateRandomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

export async function generatePkcePair(): Promise<PkcePair> {
  const verifier = generateRandomToken()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
