/** Who the users of this server are: the contract of the registries that `mqwebuser.xml` can configure. */

export interface Identity {
  /** The name, in the case in which it was given. */
  name: string
  groups: readonly string[]
}

/** The subject of a client certificate, as its distinguished name says. */
export interface CertificateSubject {
  commonName: string
  /** RFC 4514: `CN=alice,O=example`. */
  distinguishedName: string
}

/** Each answers undefined for "not one of mine", and throws `RegistryUnavailable` only when it could not ask. */
export interface UserRegistry {
  readonly realm: string
  authenticate(name: string, password: string): Promise<Identity | undefined>
  /** The user that a verified client certificate stands for. */
  identify(subject: CertificateSubject): Promise<Identity | undefined>
  /** A user who signed in earlier, with the groups of now. */
  find(name: string): Promise<Identity | undefined>
  close(): Promise<void>
}

/** The registry of a server that has none configured: it knows nobody. */
export const emptyUserRegistry: UserRegistry = {
  realm: '',
  authenticate: async () => undefined,
  identify: async () => undefined,
  find: async () => undefined,
  close: async () => {},
}
