/** The names of a provider's records in the store. Its path is a part, so that providers cannot collide. */
import { hash } from 'node:crypto'

/** The kinds and groups of the records of one provider. */
export type StorageKeys = ReturnType<typeof buildStorageKeys>

/** Returns the storage keys of the provider with a path, for example `/acme/sandbox/customer-oauth`. */
export function buildStorageKeys(path: string) {
  const kind = (name: string) => `oauth${path}:${name}`
  return {
    /** Signing keys by sequence number. */
    keys: kind('key'),
    /** When each signing key first and last signed, by key id. */
    keyUses: kind('key-use'),
    /** Signing keys that no longer sign, without their private parts, by key id. */
    retiredKeys: kind('retired-key'),
    /** The public halves of keys from files, variables and external signers, by key id. */
    publicKeys: kind('public-key'),
    /** The secret that signs the cookies of the sign-in pages. */
    secrets: kind('secret'),
    /** Refresh tokens by the hash of their text. */
    refreshTokens: kind('refresh-token'),
    /** The number of refreshes of each chain whose refresh token is not rotated. */
    refreshes: kind('refreshes'),
    /** Ids of revoked access tokens and chains. */
    revoked: kind('revoked'),
    /** Failed attempts by user, client and IP address, and the IP addresses at which each has signed in. */
    attempts: kind('attempt'),
    /** State events for other processes. */
    events: kind('news'),
    /** The consents of an owner by chain; one kind per owner. */
    consents: (owner: string) => kind(`consent:${owner}`),
    /** The records of oidc-provider, one kind per model. */
    model: (name: string) => kind(`model:${name}`),
    /** The claims about the owner of each chain, for the userinfo endpoint. */
    claims: kind('claims'),
    /** The group of all records of a chain, for `removeGroup`. */
    chain: (id: string) => kind(`chain:${id}`),
  }
}

/** Returns the storage key of a record: the SHA-256 hash of its id. */
export function hashRecordId(id: string): string {
  return hash('sha256', id, 'base64url')
}
