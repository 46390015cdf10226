/** Authenticates requests by session cookie, HTTP Basic credentials or client certificate, in this order. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { clientNetwork } from '../../../shared/http/request/client-address.ts'
import { findPeerCertificate } from '../../../shared/http/request/client-certificate.ts'
import { findCookie } from '../../../shared/http/request/cookies.ts'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { RegistryUnavailableError } from '../../../shared/registries/index.ts'
import { RestError } from '../errors/rest-error.ts'
import {
  type AuthenticationMechanism,
  type Caller,
  createAnonymousCaller,
  createCaller,
  findEveryoneRoles,
  findUserRoles,
  type Role,
  unsecuredCaller,
} from '../identity/roles.ts'
import type { Identity, UserRegistry } from '../identity/user-registry.ts'
import type { MqwebSettings } from '../settings/settings.ts'
import { readCertificateSubject } from './certificate-subject.ts'
import { ConnectionCallerCache } from './connection-caller-cache.ts'
import type { CredentialVerifier } from './credential-verifier.ts'
import { type LoginSession, renderClearCookie, type SessionStore } from './session-store.ts'

/** Milliseconds after which the user of a session is read again, from the registry or a cache of 2.5 s of it. */
const sessionRecheckMs = 2_500

/** The dependencies of an `Authenticator`. Settings and registry can change while the server runs. */
export interface AuthenticatorDeps {
  clock: Clock
  log: Log
  settings: () => MqwebSettings
  registry: () => UserRegistry
  credentials: CredentialVerifier
  sessions: SessionStore
}

/** Authenticates the requests of one MQ web server. */
export class Authenticator {
  readonly #deps: AuthenticatorDeps
  readonly #lastCallers = new ConnectionCallerCache()
  readonly #reported = new WeakSet<object>()

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps
  }

  /**
   * Returns the caller of a request, with the roles of an application. Throws 401 for credentials that are not
   * valid and 503 when the user registry is unavailable. A request without credentials has an anonymous caller,
   * which may have roles that are bound to EVERYONE.
   */
  authenticate(request: IncomingMessage, path: string, application: 'rest' | 'console'): Caller | Promise<Caller> {
    const now = this.#deps.settings()
    if (!now.security.enabled) return unsecuredCaller
    return this.#lastCallers.find(request, application, now) ?? this.#find(request, path, application)
  }

  async #find(request: IncomingMessage, path: string, application: 'rest' | 'console'): Promise<Caller> {
    const { settings, registry, credentials } = this.#deps
    const now = settings()
    const { security, properties } = now
    const bindings = security.bindings[application]
    const signedIn = (identity: Identity, mechanism: AuthenticationMechanism) =>
      known(identity, mechanism, findUserRoles(identity, registry().realm, bindings))
    const noted = (caller: Caller, isValid: () => boolean) => {
      this.#lastCallers.set(request, { caller, application, settings: now, isValid })
      return caller
    }

    const token = findCookie(request.headers.cookie, properties.ltpaCookieName)
    const session = token ? this.#deps.sessions.find(token) : undefined
    const { user } = session ?? {}
    if (session && user && user.realm === security.provider?.realm) {
      const roles = findUserRoles(user, user.realm, bindings, security.registry !== undefined)
      return noted(known(user, 'form', roles), this.#whileOpen(session))
    }
    const owner = session && !user && (await translateRegistryErrors(() => registry().find(session.name)))
    if (owner) return noted(signedIn(owner, 'form'), this.#whileOpen(session))

    const basic = security.basicAuthentication ? parseBasicCredentials(request.headers.authorization) : undefined
    if (basic) {
      const address = clientNetwork(request)
      const user = await translateRegistryErrors(() => credentials.verify(basic.name, basic.password, address))
      if (!user) throw new RestError('MQWB0104E', [path])
      return noted(signedIn(user, 'basic'), this.#whileVerified(user))
    }
    if (token !== undefined) {
      const headers = { 'Set-Cookie': renderClearCookie(properties) }
      throw new RestError('MQWB0112E', [properties.ltpaCookieName], { headers })
    }
    if (request.headers.authorization) throw new RestError('MQWB0104E', [path])

    const holder = await this.#identifyHolder(request.socket as TLSSocket)
    return holder ? signedIn(holder, 'clientCertificate') : createAnonymousCaller(findEveryoneRoles(bindings))
  }

  // A method, so that its closure does not keep the request in memory.
  #whileVerified(user: Identity): () => boolean {
    return () => this.#deps.credentials.isStillVerified(user)
  }

  #whileOpen(session: LoginSession): () => boolean {
    const { clock, sessions } = this.#deps
    const until = clock() + sessionRecheckMs
    return () => clock() < until && sessions.isOpen(session)
  }

  /** Returns the user of the client certificate. Logs once for each connection why a certificate identifies no user. */
  async #identifyHolder(socket: TLSSocket): Promise<Identity | undefined> {
    const { registry, log } = this.#deps
    const subject = readCertificateSubject(socket)
    if (!subject) return undefined
    const result = 'rejected' in subject ? subject : await translateRegistryErrors(() => registry().identify(subject))
    if (!('rejected' in result)) return result
    if (this.#reported.has(socket)) return undefined
    this.#reported.add(socket)
    const { subject: name } = findPeerCertificate(socket) ?? {}
    log.warn({ subject: name, reason: result.rejected }, 'a client certificate is rejected')
    return undefined
  }
}

function known(identity: Identity, mechanism: AuthenticationMechanism, roles: ReadonlySet<Role>): Caller {
  return createCaller(identity.name, identity.groups, roles, mechanism)
}

/** Runs `ask`. Throws MQWB0105E (503) with Retry-After when the user registry is unavailable. */
export async function translateRegistryErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (!(cause instanceof RegistryUnavailableError)) throw cause
    throw new RestError('MQWB0105E', [], { cause, headers: { 'Retry-After': String(cause.retryAfter) } })
  }
}
