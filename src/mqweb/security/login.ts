/** The resource `/login`: a token for a name and password, who one is, and the end of a token. */

import { addressOf } from '../../http/address.ts'
import { readCookie } from '../../http/cookie.ts'
import { type Answer, type Call, empty, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObject } from '../http/json-body.ts'
import { asked } from './authenticate.ts'
import type { Mechanism } from './caller.ts'
import { clearCookie, setCookie } from './cookie.ts'
import { roleNames } from './roles.ts'

/** A date in the past, so that no cache keeps what belongs to a login. */
const expired = { Expires: 'Thu, 01 Dec 1994 16:00:00 GMT' }

/** POST: the cookie for the credentials in the body. */
export async function create(call: Call): Promise<Answer> {
  const { services, request, path } = call
  const { properties, security } = services.settings()
  const { username, password } = await readJsonObject(request)
  if (typeof username !== 'string') throw new RestError('MQWB0016E', ['username', 'it must be a string'])
  if (typeof password !== 'string') throw new RestError('MQWB0016E', ['password', 'it must be a string'])
  if (!security.enabled) return empty(204, expired)

  const user = await asked(() => services.credentials.verify(username, password, addressOf(request)))
  if (!user) throw new RestError('MQWB0104E', [path])

  const token = services.sessions.open(user.name, properties.ltpaExpiration * 60_000)
  return empty(204, { ...expired, 'Set-Cookie': setCookie(token, properties) })
}

const mechanisms: Readonly<Record<Mechanism, string>> = {
  basic: 'basic',
  form: 'form',
  clientCertificate: 'clientCertificate',
  noSecurity: 'noSecurity',
  none: 'none',
}

/** GET: the name and the roles of the caller. */
export function show({ caller, version }: Call): Answer {
  const user = { name: caller.name, role: roleNames.filter((role) => caller.roles.has(role)) }
  const how = version.number === 1 ? { authenticationMechanism: mechanisms[caller.mechanism] } : {}
  return json(200, { user: [{ ...user, ...how }] })
}

/** DELETE: every copy of the token stops working. */
export function end({ services, request }: Call): Answer {
  const { properties } = services.settings()
  const token = readCookie(request.headers.cookie, properties.ltpaCookieName)
  if (token) services.sessions.end(token)
  return empty(204, { 'Set-Cookie': clearCookie(properties) })
}
