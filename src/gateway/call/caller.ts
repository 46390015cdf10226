/**
 * The identity behind a call: the application, its plan and the user. The stage `authorise` fills it; the policy
 * `user-security` may set the user.
 */
import type { Client, Entitlement } from '../../consumers/index.ts'
import type { AccessToken, TokenVerificationResult } from '../../contract/access/access-token.ts'

export class Caller {
  client: Client | undefined
  /** The subscription that opens the API to the client, with its product and plan. */
  entitlement: Entitlement | undefined
  token: AccessToken | undefined
  /** Verifies the token again, for a WebSocket or a stream of events, which may outlive it. */
  checkToken: (() => TokenVerificationResult | Promise<TokenVerificationResult>) | undefined
  /** The caller of the call from within which this call comes: its token has been verified. Undefined for calls from outside. */
  outer: Caller | undefined
  /** The name of the user that a user registry has authenticated. */
  user: string | undefined
  /**
   * True when a security check has used the Authorization header. The header is then not forwarded to the
   * upstream.
   */
  isAuthorizationConsumed = false

  /** Returns the client. Throws an `Error` when the security checks have identified none. */
  requireClient(): Client {
    if (!this.client) throw new Error('the call has no client')
    return this.client
  }

  /** Returns the entitlement. Throws an `Error` when the security checks have found none. */
  requireEntitlement(): Entitlement {
    if (!this.entitlement) throw new Error('the call has no entitlement')
    return this.entitlement
  }
}
