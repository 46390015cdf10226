/** The resource `/login`: create a session, show the caller, end a session. */

import type { TLSSocket } from 'node:tls'
import { clientNetwork } from '../../../shared/http/request/client-address.ts'
import { findCookie } from '../../../shared/http/request/cookies.ts'
import { hasBody } from '../../../shared/http/request/read-body.ts'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import type { Static } from '../../../shared/lib/json-schema/type.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { Credentials, ProviderResponse } from '../contract/session.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { parseBody } from '../http/parse-body.ts'
import { roleNames } from '../identity/roles.ts'
import { translateRegistryErrors } from '../security/authenticator.ts'
import { renderClearCookie, renderSetCookie, renderSignInCookie, signInCookieName } from '../security/session-store.ts'
import type { SignInProvider } from '../security/sign-in-provider.ts'

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

/** GET: returns how users log in. The login page needs it before there is a user. */
export function showLoginWays({ services }: RestContext): RestResponse {
  const { provider, registry } = services.settings().security
  return jsonResponse(200, {
    passwords: registry !== undefined || !provider,
    ...(provider && { provider: provider.title }),
  })
}

/** POST: returns the page of the provider, to which the browser goes. Throws 404 without a provider, and 503. */
export async function beginProviderLogin(context: RestContext): Promise<RestResponse> {
  const provider = requireProvider(context)
  const { url, cookie, seconds } = await translateRegistryErrors(() => provider.begin(buildCallback(context)))
  const { properties } = context.services.settings()
  return jsonResponse(200, { url }, { 'Set-Cookie': renderSignInCookie(cookie, seconds, properties) })
}

/** PUT: completes the sign-in with the query string of the response, and returns the session cookie. Throws 403 and 503. */
export async function completeProviderLogin(context: RestContext): Promise<RestResponse> {
  const { services, request } = context
  const provider = requireProvider(context)
  const { properties } = services.settings()
  const { query } = parseBody(ProviderResponse, await readJsonObjectBody(request))
  const cookie = findCookie(request.headers.cookie, signInCookieName)
  const user = await translateRegistryErrors(() => provider.complete(query, buildCallback(context), cookie))
  if ('rejected' in user) {
    services.log.info({ reason: user.rejected }, 'a sign-in at the provider was rejected')
    throw new RestError('MQWB0115E', [user.rejected])
  }
  const token = services.sessions.create(user.name, properties.ltpaExpiration * 60_000, user)
  return emptyResponse(204, { 'Set-Cookie': renderSetCookie(token, properties) })
}

/** DELETE /login of the console: ends the session, and returns the page at which the provider ends its session too. */
export async function endConsoleLogin(context: RestContext): Promise<RestResponse> {
  const { services, request } = context
  const { properties } = services.settings()
  const token = findCookie(request.headers.cookie, properties.ltpaCookieName) ?? ''
  const user = services.sessions.find(token)?.user
  services.sessions.end(token)
  const headers = { 'Set-Cookie': renderClearCookie(properties) }
  const url = user && (await services.provider()?.findLogoutUrl(user.idToken, buildCallback(context)))
  return url === undefined ? emptyResponse(204, headers) : jsonResponse(200, { url }, headers)
}

/** Returns the URL of the console, at which the provider sends the browser back. */
function buildCallback({ services, request, dialect }: RestContext): string {
  const scheme = (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'
  const origin = services.settings().security.provider?.origin ?? `${scheme}://${request.headers.host}`
  return `${origin}/${dialect.name}/console/`
}

function requireProvider({ services }: RestContext): SignInProvider {
  const provider = services.provider()
  if (!provider) throw new RestError('MQWB0116E')
  return provider
}
