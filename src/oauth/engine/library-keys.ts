/**
 * Hands the signing keys to oidc-provider. It signs through `ExternalSigningKey`, so that private keys can be in another
 * process, and each signature has the lower `s`.
 */
import { ExternalSigningKey } from 'oidc-provider'

import type { SigningKey } from '../keys/signing-key.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'

/** Returns the keys of a provider, the one that signs first. Each signature is made with what `keys` has at that moment. */
export function buildLibraryKeys(keys: SigningKeys): ExternalSigningKey[] {
  const { kid } = keys.current()
  const all = [...keys.all()].sort((a, b) => Number(b.kid === kid) - Number(a.kid === kid))
  return all.map((key) => new LibraryKey(key, keys))
}

class LibraryKey extends ExternalSigningKey {
  readonly #key: SigningKey
  readonly #keys: SigningKeys

  constructor(key: SigningKey, keys: SigningKeys) {
    super()
    this.#key = key
    this.#keys = keys
  }

  override get kid() {
    return this.#key.kid
  }

  override get alg() {
    return 'ES256'
  }

  override keyObject() {
    return this.#key.publicKey
  }

  override async sign(data: Uint8Array) {
    const { kid } = this.#key
    const current = this.#keys.current()
    const { sign } = current.kid === kid ? current : (this.#keys.find(kid) ?? this.#key)
    if (!sign) throw new Error(`the key ${kid} only verifies`)
    const text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
    return Buffer.from(await sign(text), 'base64url')
  }
}
