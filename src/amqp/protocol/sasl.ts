/**
 * The server's side of SASL: PLAIN (RFC 4616), EXTERNAL with a client certificate, and ANONYMOUS (RFC 4505).
 */
import type { SaslMechanism, SaslMechanisms } from './rhea-types.ts'

export interface SaslCredentials {
  /** Empty for ANONYMOUS, and for EXTERNAL without an authorization id. */
  readonly user: string
  readonly password: string | undefined
}

export interface SaslOptions {
  /** Whether EXTERNAL is offered: the client has presented a certificate. */
  readonly hasCertificate: boolean
  /** Resolves with false when the credentials are rejected. */
  accepts(credentials: SaslCredentials): Promise<boolean>
}

export function createMechanisms({ hasCertificate, accepts }: SaslOptions): SaslMechanisms {
  const mechanism = (parse: (response: Buffer) => SaslCredentials | undefined) => (): SaslMechanism => ({
    outcome: undefined,
    username: undefined,
    async start(response) {
      const credentials = parse(response ?? Buffer.alloc(0))
      this.outcome = credentials !== undefined && (await accepts(credentials))
      this.username = credentials?.user
    },
  })
  return {
    ...(hasCertificate && {
      EXTERNAL: mechanism((response) => ({ user: response.toString(), password: undefined })),
    }),
    PLAIN: mechanism(parsePlain),
    ANONYMOUS: mechanism(() => ({ user: '', password: undefined })),
  }
}

/** Parses `authorization NUL user NUL password`. The authorization id must be empty or the user. */
function parsePlain(response: Buffer): SaslCredentials | undefined {
  const [authorization, user, password, ...more] = response.toString().split('\0')
  if (!user || password === undefined || more.length > 0) return undefined
  return authorization === '' || authorization === user ? { user, password } : undefined
}
