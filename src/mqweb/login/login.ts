/** The resource `/login`: a token for a name and password, who one is, and the end of a token. */

import { addressOf } from '../../http/address.ts'
import { readCookie } from '../../http/cookie.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import type { AuthenticationMechanism } from '../identity/caller.ts'
import { roleNames } from '../identity/roles.ts'
import { translateRegistryErrors } from '../security/authenticator.ts'
import { renderClearCookie, renderSetCookie } from '../security/session-cookie.ts'

/** A date in the past, so that no cache keeps what belongs to a login. */
const expired = { Expires: 'Thu, 01 Dec 1994 16:00:00 GMT' }

/** POST: the cookie for the credentials in the body. */
export async function createLogin(context: RestContext): Promise<RestResponse> {
  const { services, request, path } = context
  const { properties, security } = services.settings()
  const { username, password } = await readJsonObjectBody(request)
  if (typeof username !== 'string') throw new RestError('MQWB0016E', ['username', 'it must be a string'])
  if (typeof password !== 'string') throw new RestError('MQWB0016E', ['password', 'it must be a string'])
  if (!security.enabled) return emptyResponse(204, expired)

  const user = await translateRegistryErrors(() =>
    services.credentials.verify(username, password, addressOf(request)),
  )
  if (!user) throw new RestError('MQWB0104E', [path])

  const token = services.sessions.create(user.name, properties.ltpaExpiration * 60_000)
  return emptyResponse(204, { ...expired, 'Set-Cookie': renderSetCookie(token, properties) })
}

const mechanisms: Readonly<Record<AuthenticationMechanism, string>> = {
  basic: 'basic',
  form: 'form',
  clientCertificate: 'clientCertificate',
  noSecurity: 'noSecurity',
  none: 'none',
}

/** GET: the name and the roles of the caller. */
export function showLogin({ caller, version }: RestContext): RestResponse {
  const user = { name: caller.name, role: roleNames.filter((role) => caller.roles.has(role)) }
  const how = version.number === 1 ? { authenticationMechanism: mechanisms[caller.mechanism] } : {}
  return jsonResponse(200, { user: [{ ...user, ...how }] })
}

/** DELETE: every copy of the token stops working. */
export function endLogin({ services, request }: RestContext): RestResponse {
  const { properties } = services.settings()
  const token = readCookie(request.headers.cookie, properties.ltpaCookieName)
  if (token) services.sessions.end(token)
  return emptyResponse(204, { 'Set-Cookie': renderClearCookie(properties) })
}
