/**
 * The header in which an MQ web server names the caller of a request that it forwards to the active instance. It is
 * signed with the secret that the instances of a queue manager share, for one instance, method and request target, and
 * is sent over TLS only. The secret is in the database: who can read it can also change every message there.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthenticationMechanism, type Caller, createCaller, roleNames } from '../../../web/identity/roles.ts'

/** The name of the header in lower case. */
export const forwardedCallerHeader = 'sluice-mq-forwarded-caller'

/** What the signature covers. */
export interface ForwardedRequest {
  /** The id of the active instance, which no other process has. */
  readonly instance: string
  readonly queueManager: string
  readonly application: 'rest' | 'console'
  readonly method: string
  /** The request target: path and query. */
  readonly target: string
}

type SignedCaller = Pick<Caller, 'name' | 'mechanism'> & { groups: readonly string[]; roles: readonly string[] }

/** Returns the value of the header. */
export function signCaller(
  { name, mechanism, roles, principal }: Caller,
  request: ForwardedRequest,
  secret: Buffer,
): string {
  const caller: SignedCaller = { name, mechanism, groups: principal.groups, roles: [...roles] }
  const payload = Buffer.from(JSON.stringify(caller)).toString('base64url')
  return `${payload}.${sign(payload, request, secret).toString('base64url')}`
}

/** Returns the caller; undefined when the header was not signed for this request with this secret. */
export function verifyCaller(header: string, request: ForwardedRequest, secret: Buffer): Caller | undefined {
  const [payload = '', signature = ''] = header.split('.')
  const expected = sign(payload, request, secret)
  const found = Buffer.from(signature, 'base64url')
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined
  const caller = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedCaller
  const roles = new Set(roleNames.filter((role) => caller.roles.includes(role)))
  return createCaller(caller.name, caller.groups, roles, caller.mechanism as AuthenticationMechanism)
}

function sign(payload: string, request: ForwardedRequest, secret: Buffer): Buffer {
  const { instance, queueManager, application, method, target } = request
  return createHmac('sha256', secret)
    .update(JSON.stringify([payload, instance, queueManager, application, method, target]))
    .digest()
}
