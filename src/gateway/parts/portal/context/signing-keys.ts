/** What owners who may change documents can do with the signing keys of the catalog's OAuth providers. */
import type { SigningKeyDescription } from '../../../oauth/index.ts'
import type { PortalErrorCode } from '../rest/index.ts'

export interface PortalSigningKeys {
  /** Returns the keys of a provider: the retired ones, then the valid ones, each oldest first. */
  list(provider: string): Promise<SigningKeyDescription[]>
  /** Creates a key. Resolves when the store and the audit trail have it. */
  rotate(provider: string, by: string): Promise<SigningKeyChange>
  /** Removes a key, whose tokens are rejected from then on. */
  remove(provider: string, kid: string, by: string): Promise<SigningKeyChange>
}

/** The id of the key that was created or removed, or the reason of the rejection. */
export type SigningKeyChange = { kid: string } | { refused: PortalErrorCode }
