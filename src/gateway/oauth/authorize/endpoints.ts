/** The authorization endpoint of oidc-provider, with the pages on which owners sign in and consent. */
import type { Context } from 'koa'
import type { User } from '../../../shared/registries/index.ts'
import { describeScope, listDetailScopes } from '../../contract/access/queue-scope.ts'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import { discardSessionCookies, isSameOrigin, removeSessionCookies, seeOther } from '../request/browser-session.ts'
import type { BrowserSignIns, SignInDemands } from '../request/browser-sign-in.ts'
import { readForm, readFormText } from '../request/form.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { findAcr } from '../scopes/claims.ts'
import type { SignedInOwner } from '../state/approvals.ts'
import { type AuthorizationFlow, findFlow } from './authorization-flow.ts'
import { sendConsentPage, sendContinuePage, sendErrorPage, sendLoginPage, sendRejectedPage } from './pages.ts'
import { applyPkceSettings } from './pkce.ts'
import { type SignIn, saveGrant, signInWithin } from './save-grant.ts'

/** Returns the handlers of the authorization endpoint and its pages. */
export function buildAuthorizeEndpoints(parts: ServingParts) {
  const { renderUrl, engine, settings, serveByLibrary } = parts

  return {
    /** Serves the authorization request of the client, and the redirect back to it. */
    async authorize(ctx: Context): Promise<void> {
      const { client_id: id } = ctx.query
      if (typeof id === 'string' && (await parts.followDocument?.(id))) return seeOther(ctx, ctx.url)
      ctx.query = applyPkceSettings(ctx.query, settings.pkce)
      if (parts.sessions) return serveByLibrary(ctx)
      ctx.req.headers.cookie = removeSessionCookies(ctx.req.headers.cookie)
      await serveByLibrary(ctx).finally(() => discardSessionCookies(ctx))
    },

    /** Leads an authorization request in a form to the same one by GET, with which browsers send the session. */
    async authorizeByPost(ctx: Context): Promise<void> {
      seeOther(ctx, `${ctx.path}?${await readFormText(ctx.req)}`)
    },

    /** Shows the sign-in page, or the consent page once the owner has signed in. */
    async show(ctx: Context): Promise<void> {
      const flow = await findFlow(ctx, parts)
      if (!flow) return
      const owner = await ownerOf(ctx, flow, parts)
      if (owner === 'refused') return
      if (owner) sendConsentPage(ctx, consentPage(flow, owner, parts))
      else if (parts.browserSignIns) await signInElsewhere(ctx, flow, parts.browserSignIns, parts)
      else sendLoginPage(ctx, { application: flow.application })
    },

    /** Handles the form of the sign-in page or the consent page. */
    async answer(ctx: Context): Promise<void> {
      if (!isSameOrigin(ctx, renderUrl(ctx.req))) {
        return sendErrorPage(ctx, 403, 'access_denied', 'The form was sent from another site.')
      }
      const form = await readForm(ctx.req)
      const flow = await findFlow(ctx, parts)
      if (!flow) return

      const isDenied = form.get('decision') === 'deny'
      const owner = await ownerOf(ctx, flow, parts)
      if (owner === 'refused') return
      if (!owner && !isDenied) {
        const user = await signInByForm(ctx, form, flow.application, parts, flow.scopes.join(' '))
        return user && continueAs(ctx, flow, user, { ...parts, leave: sendContinuePage })
      }
      const result =
        owner && form.get('decision') === 'allow'
          ? await allow(flow, owner, parts)
          : { error: 'access_denied', error_description: 'The owner denied access' }
      seeOther(ctx, await engine().interactionResult(ctx.req, ctx.res, result))
    },
  }
}

/** Returns the owner who has signed in on this page or in the session of the browser. */
async function ownerOf(ctx: Context, flow: AuthorizationFlow, parts: ServingParts) {
  return flow.owner ?? (flow.session && signInOrRefuse(ctx, flow, flow.session, parts))
}

/**
 * How a page leads back to the client. The answer to the form of the password is a page of its own: browsers apply `form-action`
 * to redirects after a form, and no form with a password may lead elsewhere.
 */
type WayToClient = { leave(ctx: Context, url: string): void }

/**
 * Returns the user whom the form of a sign-in page names; undefined after a response: the page with the problem, or the one that
 * leads to the other provider. `scope` has the requested scopes.
 */
export async function signInByForm(
  ctx: Context,
  form: ReadonlyMap<string, string>,
  application: string,
  { authenticateUser }: ServingParts,
  scope?: string,
): Promise<User | undefined> {
  if (!authenticateUser) {
    seeOther(ctx, ctx.path)
    return undefined
  }
  const [username, password] = [form.get('username'), form.get('password')]
  const user = username && password && (await authenticateUser(getRequestState(ctx), username, password, scope))
  if (user) return user
  sendLoginPage(ctx, { application, username, problem: 'The user name or the password is wrong.', status: 400 })
  return undefined
}

/** Sends the browser to the other provider, or reads the user who came back from it. */
async function signInElsewhere(ctx: Context, flow: AuthorizationFlow, signIns: BrowserSignIns, parts: ServingParts) {
  if (ctx.query.state === undefined)
    return seeOther(ctx, await signIns.begin(flow.id, `login~${flow.id}`, demandsOf(flow)))
  const user = await signIns.complete(flow.id, ctx)
  if (!user) return seeOther(ctx, ctx.path) // reloaded, or another tab was first
  if (!('rejected' in user)) return continueAs(ctx, flow, user, { ...parts, leave: seeOther })
  getRequestState(ctx).redirected = new OauthError('access_denied', `The sign-in was rejected: ${user.rejected}`)
  sendRejectedPage(ctx, flow.application, user.rejected)
}

/** Returns what the other provider is asked for: the prompts that it has to do with, and the demands of the request. */
function demandsOf({ demands: { acrValues, maxAge, prompt = '' } }: AuthorizationFlow): SignInDemands {
  const asked = prompt.split(' ').filter((each) => each === 'login' || each === 'select_account')
  return { acrValues, maxAge, prompt: asked.join(' ') || undefined }
}

/** Stores who has signed in, and shows the page again: with the consent, or on the way back when that was given before. */
async function continueAs(ctx: Context, flow: AuthorizationFlow, user: User, parts: ServingParts & WayToClient) {
  const { settings, clock, approvals, sessions } = parts
  const signIn = { user, signedInAt: Math.floor(clock() / 1000), acr: findAcr(user, settings) }
  const owner = await signInOrRefuse(ctx, flow, signIn, parts)
  if (owner === 'refused') return
  const remembered = (await sessions?.findRemembered(owner.subject, flow.clientId)) ?? []
  if (mayRemember(flow) && owner.scopes.every((scope) => remembered.includes(scope))) {
    return parts.leave(ctx, await parts.engine().interactionResult(ctx.req, ctx.res, await allow(flow, owner, parts)))
  }
  await approvals.saveSignIn(flow.id, owner)
  seeOther(ctx, ctx.path) // so that going back or reloading does not submit the password again
}

/** Returns whether a remembered consent serves: not for clients that another program can pose as, RFC 8252 section 8.6. */
function mayRemember({ client, redirectUri, demands, details }: AuthorizationFlow): boolean {
  if (redirectUri === undefined || details.length > 0 || demands.prompt?.split(' ').includes('consent')) return false
  return client.application.clientType === 'confidential' || redirectUri.startsWith('https:')
}

/** Returns the owner within the ceilings; or responds to the client with `invalid_scope`. */
async function signInOrRefuse(
  ctx: Context,
  flow: AuthorizationFlow,
  signIn: SignIn,
  { leave = seeOther, ...parts }: ServingParts & Partial<WayToClient>,
) {
  try {
    return signInWithin(flow, signIn, parts)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    getRequestState(ctx).redirected = error
    const result = { error: error.code, error_description: replaceForbiddenCharacters(error.description) }
    leave(ctx, await parts.engine().interactionResult(ctx.req, ctx.res, result))
    return 'refused'
  }
}

/** Stores what the owner allows, and returns the interaction result for oidc-provider. */
async function allow(flow: AuthorizationFlow, owner: SignedInOwner, parts: ServingParts) {
  const { subject: accountId, signedInAt: ts, acr } = owner
  const consent = { grantId: await saveGrant(parts.engine(), flow, owner, parts) }
  if (flow.session) return { consent }
  return { login: { accountId, remember: false, ts, acr: acr !== null ? acr : undefined }, consent }
}

function consentPage(
  { application, redirectUri, details }: Pick<AuthorizationFlow, 'application' | 'redirectUri' | 'details'>,
  owner: SignedInOwner,
  { settings }: ServingParts,
) {
  const destination = redirectUri === undefined ? 'your device' : describeRedirect(redirectUri)
  return {
    application,
    user: owner.subject,
    scopes: owner.scopes.map((name) => [name, describeScope(name, settings.scopes)] as const),
    host: destination,
    details: details.map(
      ({ type, ...rest }) =>
        [
          settings.authorizationDetails?.get(String(type))?.title ?? String(type),
          listDetailScopes([{ type, ...rest }])
            .map((scope) => describeScope(scope, settings.scopes))
            .join('; ') || JSON.stringify(rest),
        ] as const,
    ),
  }
}

function describeRedirect(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host || `an application on this device (${protocol})`
}
