/** The resource `/login`: create a session, show the caller, end a session. */
import { Credentials } from '../../contract/console/session.ts'
import { clientNetwork } from '../../http/request/client-address.ts'
import { findCookie } from '../../http/request/cookies.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { parseBody } from '../http/parse-body.ts'
import { roleNames } from '../identity/roles.ts'
import { translateRegistryErrors } from '../security/authenticator.ts'
import { renderClearCookie, renderSetCookie } from '../security/session-cookie.ts'

/** A date in the past, so that no cache keeps a login response. */
const expired = { Expires: 'Thu, 01 Dec 1994 16:00:00 GMT' }

/** POST: checks credentials and sets the session cookie. Throws 400 (member missing), 401, 503 (no registry). */
export async function createLogin(context: RestContext): Promise<RestResponse> {
  const { services, request, path } = context
  const { properties, security } = services.settings()
  const { username, password } = parseBody(Credentials, await readJsonObjectBody(request))
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

/** GET /login of the console: the user, the roles on the console, and the properties that the page uses. */
export function showConsoleLogin({ caller, services }: RestContext): RestResponse {
  const { managementMode, mqConsoleEnableDashboardBrowse, mqConsoleMaxMsgCharsToDisplay } =
    services.settings().properties
  const { mqRestMftEnabled, mqRestMftCoordinationQmgr } = services.settings().properties

  return jsonResponse(200, {
    name: caller.name,
    mechanism: caller.mechanism,
    roles: roleNames.filter((role) => caller.roles.has(role)),
    settings: {
      managesQueueManagers: managementMode === 'standard',
      transfersFiles: services.fileTransfer !== undefined && mqRestMftEnabled && mqRestMftCoordinationQmgr !== '',
      browsesMessages: mqConsoleEnableDashboardBrowse,
      charactersPerMessage: mqConsoleMaxMsgCharsToDisplay,
    },
  })
}
