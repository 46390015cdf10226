/** The contract of the user registries that `mqwebuser.xml` can configure. */

export interface Identity {
  /** The name in the case in which the user typed it. */
  name: string
  groups: readonly string[]
}

/** The subject of a client certificate. */
export interface CertificateSubject {
  commonName: string
  /** The distinguished name in the form of RFC 4514: `CN=alice,O=example`. */
  distinguishedName: string
}

/** A registry of users. Methods return undefined for unknown users, and throw `RegistryUnavailableError` without it. */
export interface UserRegistry {
  readonly realm: string
  authenticate(name: string, password: string): Promise<Identity | undefined>
  /** Returns the user of a verified client certificate. */
  identify(subject: CertificateSubject): Promise<Identity | undefined>
  /** Returns a user who authenticated earlier, with the user's current groups. */
  find(name: string): Promise<Identity | undefined>
  /** Returns one form for all spellings of a name that are the same user here. */
  foldName(name: string): string
  close(): Promise<void>
}

/** The registry of a server without a configured registry. It has no users. */
export const emptyUserRegistry: UserRegistry = {
  realm: '',
  authenticate: async () => undefined,
  identify: async () => undefined,
  find: async () => undefined,
  foldName: (name) => name,
  close: async () => {},
}
