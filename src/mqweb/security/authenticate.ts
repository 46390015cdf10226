/**
 * Who a request comes from, in the order of what is looked at: the token of a login, HTTP Basic credentials, the
 * client certificate of the connection, nobody.
 */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { addressOf } from '../../http/address.ts'
import { readCookie } from '../../http/cookie.ts'
import { parseBasic } from '../../lib/basic-credentials.ts'
import type { Clock } from '../../lib/clock.ts'
import { RegistryUnavailable } from '../../registries/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { Settings } from '../settings/settings.ts'
import { anonymous, type Caller, caller, type Mechanism, unsecured } from './caller.ts'
import { subjectOf } from './certificate-subject.ts'
import { clearCookie } from './cookie.ts'
import type { Credentials } from './credentials.ts'
import { LastCallers } from './last-callers.ts'
import type { Identity, UserRegistry } from './registry.ts'
import { type RoleBindings, rolesOf, rolesOfEveryone } from './roles.ts'
import type { Session, Sessions } from './sessions.ts'

export interface Authenticator {
  /**
   * The caller of a request to the application whose bindings are given. Throws the 401 of what failed; a request
   * without any credentials is nobody's, which may still be enough for roles that are bound to EVERYONE.
   */
  authenticate(
    request: IncomingMessage,
    path: string,
    application: 'rest' | 'console',
  ): Caller | Promise<Caller>
}

/** The owner of a session is asked for again after so many milliseconds, for the groups of now. */
const askAgainAfter = 5_000

export interface AuthenticatorParts {
  clock: Clock
  settings: () => Settings
  registry: () => UserRegistry
  credentials: Credentials
  sessions: Sessions
}

export function createAuthenticator({
  clock,
  settings,
  registry,
  credentials,
  sessions,
}: AuthenticatorParts): Authenticator {
  const lastCallers = new LastCallers()

  // Made out here, so that what a connection is known by keeps no request of it in memory.
  function whileVerified(user: Identity, address: string): () => boolean {
    return () => credentials.vouchesFor(user, address)
  }

  function whileOpen(session: Session): () => boolean {
    const until = clock() + askAgainAfter
    return () => clock() < until && sessions.isOpen(session)
  }

  async function find(request: IncomingMessage, path: string, application: 'rest' | 'console') {
    const now = settings()
    const { security, properties } = now
    const bindings = security.bindings[application]
    const signedIn = (identity: Identity, mechanism: Mechanism) =>
      known(identity, mechanism, registry(), bindings)
    const noted = (caller: Caller, holds: () => boolean) => {
      lastCallers.note(request, { caller, application, settings: now, holds })
      return caller
    }

    const token = readCookie(request.headers.cookie, properties.ltpaCookieName)
    const session = token ? sessions.find(token) : undefined
    const owner = session && (await asked(() => registry().find(session.name)))
    if (owner) return noted(signedIn(owner, 'form'), whileOpen(session))

    const basic = security.basicAuthentication ? parseBasic(request.headers.authorization) : undefined
    if (basic) {
      const address = addressOf(request)
      const user = await asked(() => credentials.verify(basic.name, basic.password, address))
      if (!user) throw new RestError('MQWB0104E', [path])
      return noted(signedIn(user, 'basic'), whileVerified(user, address))
    }
    if (token !== undefined) {
      const headers = { 'Set-Cookie': clearCookie(properties) }
      throw new RestError('MQWB0112E', [properties.ltpaCookieName], { headers })
    }
    if (request.headers.authorization) throw new RestError('MQWB0104E', [path])

    const subject = subjectOf(request.socket as TLSSocket)
    const holder = subject && (await asked(() => registry().identify(subject)))
    return holder ? signedIn(holder, 'clientCertificate') : anonymous(rolesOfEveryone(bindings))
  }

  return {
    authenticate(request, path, application) {
      const now = settings()
      if (!now.security.enabled) return unsecured
      return lastCallers.recall(request, application, now) ?? find(request, path, application)
    },
  }
}

function known(
  identity: Identity,
  mechanism: Mechanism,
  registry: UserRegistry,
  bindings: RoleBindings,
): Caller {
  return caller(identity.name, identity.groups, rolesOf(identity, registry.realm, bindings), mechanism)
}

/** A registry that cannot be asked says nothing about the user. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (!(cause instanceof RegistryUnavailable)) throw cause
    throw new RestError('MQWB0105E', [], { cause, headers: { 'Retry-After': String(cause.retryAfter) } })
  }
}
