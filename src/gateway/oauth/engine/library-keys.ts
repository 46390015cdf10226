/**
 * What oidc-provider gets from this process: the signing keys, and silence about bodies. It signs through `ExternalSigningKey`,
 * so that private keys can be in another process, and each signature has the lower `s`.
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

/**
 * Silences one notice of oidc-provider: it warns once per process that a body was read before it. That is how Sluice hands
 * bodies over (`request/serve-by-library.ts`), so an operator has nothing to do about it.
 */
const bodyNotice = 'already parsed request body detected'

/** Drops the notice when it comes, and then restores `console.warn`. */
export function silenceBodyNotice(): void {
  if (isSilenced) return
  isSilenced = true
  const { warn } = console
  console.warn = (...given: unknown[]) => {
    if (!String(given[0]).includes(bodyNotice)) return warn(...given)
    console.warn = warn
  }
}

let isSilenced = false
