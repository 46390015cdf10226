/** The authentication of one client: its SASL credentials, its TLS certificate and the channel become a user. */
import type { ChannelHost, ObjectRecord, Principal, TlsStatus } from '../../manager/index.ts'
import type { SaslCredentials } from './protocol/sasl.ts'

export interface ClientAuthenticationDeps {
  readonly host: ChannelHost
  /** Returns the current channel object. */
  readChannel(): ObjectRecord
  readonly address: string
  /** The status of TLS, after `checkTls`. */
  readonly tls: TlsStatus | undefined
}

const noCredentials: SaslCredentials = { user: '', password: undefined }

export class ClientAuthentication {
  readonly #deps: ClientAuthenticationDeps
  /** Empty before SASL, and again when the user is known. */
  #credentials: SaslCredentials = noCredentials
  #principal: Principal | undefined
  #clientUser = ''

  constructor(deps: ClientAuthenticationDeps) {
    this.#deps = deps
  }

  /** The user that the client named in SASL; empty for anonymous clients. */
  get clientUser(): string {
    return this.#clientUser
  }

  /** The user; undefined until the client is authenticated. */
  get principal(): Principal | undefined {
    return this.#principal
  }

  /**
   * Authenticates the client with the credentials of SASL. With USECLTID(YES) the user follows in `findPrincipal`,
   * because the client id is known after SASL only. Rejects with an `Error` for a client that may not connect.
   */
  async authenticate(credentials: SaslCredentials): Promise<void> {
    this.#credentials = credentials
    this.#clientUser = credentials.user
    if (!this.#usesClientId()) await this.#authenticate(undefined)
  }

  /** Resolves with the user of a client that has sent its id. Rejects like `authenticate`. */
  async findPrincipal(clientId: string): Promise<Principal> {
    // A client without SASL, or one whose id is its user, was not authenticated before.
    return this.#principal ?? this.#authenticate(this.#usesClientId() ? clientId : undefined)
  }

  async #authenticate(fallbackUser: string | undefined): Promise<Principal> {
    const { host, address, tls } = this.#deps
    const channel = this.#deps.readChannel()
    const client = { channel, address, tls, ...this.#credentials, fallbackUser }
    this.#principal = await host.security.authenticate(client)
    this.#credentials = noCredentials
    return this.#principal
  }

  #usesClientId(): boolean {
    return this.#deps.readChannel().attributes.USECLTID === 'YES'
  }
}
