/** The names under which a provider keeps things in the store. Its path keeps it apart from every other provider. */

export type StorageKeys = ReturnType<typeof buildStorageKeys>

export function buildStorageKeys(path: string) {
  const kind = (name: string) => `oauth${path}:${name}`
  return {
    /** Signing keys by sequence number. */
    keys: kind('key'),
    /** What the login pages are signed and sealed with. */
    secrets: kind('secret'),
    /** Refresh tokens by the hash of their text. */
    refreshTokens: kind('refresh-token'),
    /** How often each chain of a refresh token that is used again and again was refreshed. */
    refreshes: kind('refreshes'),
    /** Ids of access tokens and of chains that are worth nothing any more. */
    revoked: kind('revoked'),
    /** Failed attempts by user, client and address, and the addresses at which each has signed in. */
    attempts: kind('attempt'),
    /** News for other processes. */
    events: kind('news'),
    /** What an owner has allowed, one kind per owner, by chain. */
    consents: (owner: string) => kind(`consent:${owner}`),
    /** The records of the authorization endpoint. */
    model: (name: string) => kind(`model:${name}`),
    /** Everything that hangs on one consent, for `removeGroup`. */
    chain: (id: string) => kind(`chain:${id}`),
  }
}
