/** The resource `/login`: create a session, show the caller, end a session. */
import { clientNetwork } from '../../../shared/http/request/client-address.ts'
import { findCookie } from '../../../shared/http/request/cookies.ts'
import { hasBody } from '../../../shared/http/request/read-body.ts'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import type { Static } from '../../../shared/lib/json-schema/type.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { Credentials } from '../contract/session.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseBody } from '../http/parse-body.ts'
import { readJsonObjectBody } from '../http/request-input.ts'
import { roleNames } from '../identity/roles.ts'
import { translateRegistryErrors } from '../security/authenticator.ts'
import { renderClearCookie, renderSetCookie } from '../security/session-store.ts'

/** A date in the past, so that no cache keeps a login response. */
const expired = { Expires: 'Thu, 01 Dec 1994 16:00:00 GMT' }

/**
 * Returns the credentials of the JSON body, or of `Authorization: Basic` when the request has no body. Throws 400 for a
 * body that is not valid, and for no credentials.
 */
async function readCredentials({ request, services }: RestContext): Promise<Static<typeof Credentials>> {
  const isBasic = services.settings().security.basicAuthentication && !hasBody(request)
  const basic = isBasic ? parseBasicCredentials(request.headers.authorization) : undefined
  if (basic) return { username: basic.name, password: basic.password }
  return parseBody(Credentials, await readJsonObjectBody(request))
}

/** POST: checks credentials and sets the session cookie. Throws 400 (member missing), 401, 503 (no registry). */
export async function createLogin(context: RestContext): Promise<RestResponse> {
  const { services, request, path } = context
  const { properties, security } = services.settings()
  const { username, password } = await readCredentials(context)
  if (!security.enabled) return emptyResponse(204, expired)

  const user = await translateRegistryErrors(() =>
    services.credentials.verify(username, password, clientNetwork(request)),
  )
  if (!user) throw new RestError('MQWB0104E', [path])

  const token = services.sessions.create(user.name, properties.ltpaExpiration * 60_000)
  return emptyResponse(204, { ...expired, 'Set-Cookie': renderSetCookie(token, properties) })
}

/** GET: returns the name and the roles of the caller. */
export function showLogin({ caller, version }: RestContext): RestResponse {
  const user = { name: caller.name, role: roleNames.filter((role) => caller.roles.has(role)) }
  const how = version.number === 1 ? { authenticationMechanism: caller.mechanism } : {}
  return jsonResponse(200, { user: [{ ...user, ...how }] })
}

/** DELETE: ends the session and removes the cookie. Every copy of the token becomes invalid. */
export function endLogin({ services, request }: RestContext): RestResponse {
  const { properties } = services.settings()
  const token = findCookie(request.headers.cookie, properties.ltpaCookieName)
  if (token) services.sessions.end(token)
  return emptyResponse(204, { 'Set-Cookie': renderClearCookie(properties) })
}
