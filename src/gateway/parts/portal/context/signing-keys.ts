/** What owners who may change documents can do with the signing keys of the catalog's OAuth providers. */
import type { SigningKeySource } from '../../../config/types/index.ts'
import type { PortalErrorCode } from '../rest/index.ts'

/** Where the private part of a key is: in the store, in files, in an environment variable, or at an external signer. */
export type SigningKeySourceKind = SigningKeySource['kind']

/** Times are in milliseconds since the epoch. */
export interface SigningKeyInfo {
  kid: string
  algorithm: string
  use: string
  state: 'next' | 'signing' | 'verifying' | 'retired'
  source: SigningKeySourceKind
  createdAt: number | undefined
  activeFrom: number
  expiresAt: number | undefined
  firstUsedAt: number | undefined
  lastUsedAt: number | undefined
  /** Whether an operator removed the key before its last token had expired. */
  isRemoved: boolean
}

export interface PortalSigningKeys {
  /** Returns the keys of a provider: the retired ones, then the valid ones, each oldest first. */
  list(provider: string): Promise<SigningKeyInfo[]>
  /** Creates a key. Resolves when the store and the audit trail have it. */
  rotate(provider: string, by: string): Promise<SigningKeyChange>
  /** Removes a key, whose tokens are rejected from then on. */
  remove(provider: string, kid: string, by: string): Promise<SigningKeyChange>
}

/** The id of the key that was created or removed, or the reason of the rejection. */
export type SigningKeyChange = { kid: string } | { refused: PortalErrorCode }
