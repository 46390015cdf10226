/** The endpoints of OpenID Connect, of the device grant and of pushed authorization requests, by oidc-provider. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { signInPaths } from '../engine/sign-in-features.ts'
import { invalidRequestError } from '../errors/oauth-error.ts'
import { discardSessionCookies, removeSessionCookies, seeOther } from '../request/browser-session.ts'
import { parseForm, readForm, readFormText } from '../request/form.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { spendRequestObject } from '../request/request-objects.ts'
import { getRequestState } from '../request/request-state.ts'
import type { RunAttempt } from '../request/run-attempt.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import type { VerifyPresentedToken } from '../tokens/token-references.ts'
import type { EndpointRoute } from './serve-endpoints.ts'

/** Returns the routes that the settings enable, with paths below the provider. */
export function buildSignInRoutes(parts: ServingParts): EndpointRoute[] {
  const { settings, serveByLibrary, verify, attempt } = parts
  const { userinfo, end_session: logout, code_verification: device } = signInPaths
  const routes: (EndpointRoute | false)[] = [
    ...(settings.openidConnect.enabled
      ? ([
          ['GET', userinfo, showUserinfo, 'any origin'],
          ['POST', userinfo, showUserinfo, 'any origin'],
          ['GET', logout, page, 'page'],
          ['POST', logout, readLogoutForm, 'page'],
          ['POST', `${logout}/confirm`, page, 'page'],
          ['GET', `${logout}/success`, page, 'page'],
        ] as const)
      : []),
    ...(settings.deviceAuthorization.enabled
      ? ([
          ['POST', signInPaths.device_authorization, clientForm, 'any origin'],
          ['GET', device, freshPage, 'page'],
          ['POST', device, limitCodes(page, attempt), 'page'],
          ['GET', `${device}/:id`, lastPage, 'page'],
        ] as const)
      : []),
    settings.pushedAuthorization.enabled && [
      'POST',
      signInPaths.pushed_authorization_request,
      clientForm,
      'any origin',
    ],
  ]
  return routes.filter((route) => !!route)

  async function showUserinfo(ctx: Context): Promise<void> {
    await presentAccessToken(ctx, verify, await readTokenOfForm(ctx))
    await serveByLibrary(ctx)
  }

  async function clientForm(ctx: Context): Promise<void> {
    handOverForm(ctx, await readClientForm(ctx))
    await serveByLibrary(ctx)
    await spendRequestObject(ctx, parts)
  }

  function page(ctx: Context): Promise<void> {
    return serveByLibrary(ctx).catch(throwLostSession)
  }

  /** Begins without an earlier sign-in: owners sign in for each device. */
  async function freshPage(ctx: Context): Promise<void> {
    ctx.req.headers.cookie = removeSessionCookies(ctx.req.headers.cookie)
    await page(ctx)
  }

  /** Ends the sign-in together with the request of the device. */
  async function lastPage(ctx: Context): Promise<void> {
    await page(ctx).finally(() => discardSessionCookies(ctx))
  }
}

/**
 * Returns the handler of device codes. It counts wrong ones of an IP address like wrong passwords of a user, so that no code
 * can be guessed: RFC 8628 section 5.1. Anyone can get a right code, so that one proves nothing. Throws `slow_down`.
 */
function limitCodes(page: (ctx: Context) => Promise<void>, attempt: RunAttempt) {
  return async function enterCode(ctx: Context): Promise<void> {
    const state = getRequestState(ctx)
    const codes = { kind: 'user', name: `device codes at ${state.address}`, address: state.address } as const
    const serve = async () => {
      await page(ctx)
      if (!state.isCodeWrong) throw notWrong
      return undefined
    }
    await attempt(codes, randomUUID(), serve).catch((error) => {
      if (error !== notWrong) throw error
    })
  }
}

/** Ends an attempt without a result: neither failures nor successes of the IP address count. */
const notWrong = new Error('the code is not wrong')

const logoutParameters = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
]

/**
 * Leads a logout by POST (OpenID Connect RP-Initiated Logout section 2) to that by GET: browsers send the cookie of the
 * session with the navigation, and not with a form of another site.
 */
async function readLogoutForm(ctx: Context): Promise<void> {
  const form = await readForm(ctx.req)
  const known = [...form].filter(([name]) => logoutParameters.includes(name))
  const [path = ''] = ctx.originalUrl.split('?', 1)
  seeOther(ctx, `${path}?${new URLSearchParams(known)}`)
}

/** Throws the error, in words where the library failed to save the session of a form whose page it has never shown. */
function throwLostSession(error: unknown): never {
  const isLost = error instanceof TypeError && error.message.includes('previously persisted')
  throw isLost ? invalidRequestError('This form has expired: open its page again') : error
}

/** Returns the token in the form of a userinfo request, and hands the form over: RFC 6750 section 2.2. */
async function readTokenOfForm(ctx: Context): Promise<string | undefined> {
  if (ctx.method !== 'POST' || !ctx.is('application/x-www-form-urlencoded')) return undefined
  const text = await readFormText(ctx.req)
  Object.assign(ctx.req, { body: text, readable: false }) // the body has been read
  return parseForm(text).get('access_token')
}

/** Verifies the access token of a userinfo request, so that the library finds it: OpenID Connect Core section 5.3. */
async function presentAccessToken(
  ctx: Context,
  verify: VerifyPresentedToken,
  inForm: string | undefined,
): Promise<void> {
  const [, text = inForm] = /^(?:Bearer|DPoP) +(\S+)$/i.exec(ctx.get('authorization')) ?? []
  const token = text === undefined ? undefined : await verify(text)
  if (!token || 'refused' in token) return
  const { chain, clientId, subject, grant, issuedAt: startedAt } = token
  const consent = { chain, clientId, subject, grant, startedAt, scopes: [...token.scopes], refreshes: 0 }
  Object.assign(getRequestState(ctx), { presented: token, presentedText: text, consent })
}
