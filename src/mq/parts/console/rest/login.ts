/** The user of the console, and sign-in and sign-out at a provider. */
import type { TLSSocket } from 'node:tls'
import { findCookie } from '../../../../shared/http/request/cookies.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseBody } from '../../../web/http/parse-body.ts'
import { readJsonObjectBody } from '../../../web/http/request-input.ts'
import { roleNames } from '../../../web/identity/roles.ts'
import { translateRegistryErrors } from '../../../web/security/authenticator.ts'
import {
  renderClearCookie,
  renderSetCookie,
  renderSignInCookie,
  signInCookieName,
} from '../../../web/security/session-store.ts'
import type { SignInProvider } from '../../../web/security/sign-in-provider.ts'
import { ProviderResponse } from '../contract/session.ts'

/** GET /login of the console: the user, the roles on the console, and the properties that the page uses. */
export function showConsoleLogin({ caller, services }: RestContext): RestResponse {
  const { properties } = services.settings()
  const { managementMode, mqConsoleEnableDashboardBrowse, mqConsoleMaxMsgCharsToDisplay } = properties
  const { mqRestMftEnabled, mqRestMftCoordinationQmgr } = properties

  return jsonResponse(200, {
    name: caller.name,
    mechanism: caller.mechanism,
    roles: roleNames.filter((role) => caller.roles.has(role)),
    settings: {
      managesQueueManagers: managementMode === 'standard',
      transfersFiles: mqRestMftEnabled && mqRestMftCoordinationQmgr !== '',
      browsesMessages: mqConsoleEnableDashboardBrowse,
      charactersPerMessage: mqConsoleMaxMsgCharsToDisplay,
    },
  })
}

/** GET: returns how users log in. The login page needs it before there is a user. */
export function showLoginWays({ services }: RestContext): RestResponse {
  const { provider, registry } = services.settings().security
  return jsonResponse(200, { passwords: registry !== undefined || !provider, provider: provider?.title })
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
