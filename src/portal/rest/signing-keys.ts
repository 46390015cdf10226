/** Response bodies about the signing keys of OAuth providers, for owners who may change documents. */
import type { SigningKeySource } from '../../config/types/index.ts'

/** A native OAuth provider of the catalog and its keys. */
export interface ProviderKeysView {
  /** The name of the provider. */
  provider: string
  title: string
  /** The path of the document of the provider. */
  file: string
  /** The URL of the published keys, for resource servers that verify tokens themselves. */
  jwksUrl: string
  /** The longest life of an access token, and therefore of an older key, in seconds. */
  accessTokenSeconds: number
  /** After how many days the gateway rotates the keys; 0 for never. */
  rotatesAfterDays: number
  /** When the gateway rotates the keys; absent when it does not. */
  rotatesAt?: string
  /** Where the keys come from. Only those of the store can be rotated here. */
  source: SigningKeySource['kind']
  /** The newest key first. */
  keys: SigningKeyView[]
}

/** A signing key without its private part. */
export interface SigningKeyView {
  /** The key id in the header of tokens: RFC 7638. */
  kid: string
  /** The signature algorithm: RFC 7518. */
  algorithm: string
  /** `sig`. */
  use: string
  /** Where the private part is: in the store, in files, in an environment variable, or at an external signer. */
  source: SigningKeySource['kind']
  /**
   * `next`: published, and signs from `activeFrom` on. `signing`: signs new tokens. `verifying`: its tokens are accepted
   * until `expiresAt`. `retired`: its tokens are rejected.
   */
  state: 'next' | 'signing' | 'verifying' | 'retired'
  /** Absent for a key that an older version created. */
  createdAt?: string
  activeFrom: string
  /** When the key stops or stopped verifying; absent for the newest key. */
  expiresAt?: string
  /** When the key signed its first and its last token, to the minute; absent when it has not signed. */
  firstUsedAt?: string
  lastUsedAt?: string
  /** Whether an operator removed the key before its last token had expired. */
  isRemoved: boolean
  /** Whether the key can be removed; the newest key cannot. */
  isRemovable: boolean
}
