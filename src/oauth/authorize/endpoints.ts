/** The authorization endpoint of oidc-provider, with the pages on which owners sign in and consent. */
import type { Context } from 'koa'
import { describeScope } from '../../contract/access/queue-scope.ts'
import type { RenderUrl } from '../../http/request/public-place.ts'
import type { User } from '../../registries/index.ts'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import { readForm, readFormText } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import type { ServeByLibrary } from '../request/serve-by-library.ts'
import { findAcr } from '../scopes/claims.ts'
import type { SignedInOwner } from '../state/approvals.ts'
import { type AuthorizationFlow, type AuthorizationFlowDeps, findFlow } from './authorization-flow.ts'
import { discardSessionCookies, isSameOrigin, removeSessionCookies } from './browser-session.ts'
import type { BrowserSignIns, SignInDemands } from './browser-sign-in.ts'
import { sendConsentPage, sendContinuePage, sendErrorPage, sendLoginPage, sendRejectedPage } from './pages.ts'
import { applyPkceSettings } from './pkce.ts'
import { type GrantDeps, type SignIn, saveGrant, signInWithin } from './save-grant.ts'

/** The dependencies of the authorization endpoint and its pages. */
export interface AuthorizeDeps extends AuthorizationFlowDeps, GrantDeps {
  /**
   * Makes or changes the application of a client that is named by the URL of its metadata, and returns whether it did; undefined
   * where no URL names a client.
   */
  followDocument: ((clientId: string) => Promise<boolean>) | undefined

  serveByLibrary: ServeByLibrary
  renderUrl: RenderUrl
  /** Undefined where owners sign in at another provider. */
  authenticateUser: AuthenticateUser | undefined
  /** Undefined where owners sign in with a password. */
  browserSignIns: BrowserSignIns | undefined
}

/** Returns the handlers of the authorization endpoint and its pages. */
export function buildAuthorizeEndpoints(deps: AuthorizeDeps) {
  const { renderUrl, engine, settings, serveByLibrary } = deps

  return {
    /** Serves the authorization request of the client, and the redirect back to it. */
    async authorize(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      const { client_id: id } = ctx.query
      if (typeof id === 'string' && (await deps.followDocument?.(id))) return seeOther(ctx, ctx.url)
      ctx.query = applyPkceSettings(ctx.query, settings.pkce)
      if (deps.sessions) return serveByLibrary(ctx)
      ctx.req.headers.cookie = removeSessionCookies(ctx.req.headers.cookie)
      await serveByLibrary(ctx).finally(() => discardSessionCookies(ctx))
    },

    /** Leads an authorization request in a form to the same one by GET, with which browsers send the session. */
    async authorizeByPost(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      seeOther(ctx, `${ctx.path}?${await readFormText(ctx.req)}`)
    },

    /** Shows the sign-in page, or the consent page once the owner has signed in. */
    async show(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      const flow = await findFlow(ctx, deps)
      if (!flow) return
      const owner = await ownerOf(ctx, flow)
      if (owner === 'refused') return
      if (owner) sendConsentPage(ctx, consentPage(flow, owner, deps))
      else if (deps.browserSignIns) await signInElsewhere(ctx, flow, deps.browserSignIns, deps)
      else sendLoginPage(ctx, { application: flow.application })
    },

    /** Handles the form of the sign-in page or the consent page. */
    async answer(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      if (!isSameOrigin(ctx, renderUrl(ctx.req))) {
        return sendErrorPage(ctx, 403, 'access_denied', 'The form was sent from another site.')
      }
      const form = await readForm(ctx.req)
      const flow = await findFlow(ctx, deps)
      if (!flow) return

      const isDenied = form.get('decision') === 'deny'
      const owner = await ownerOf(ctx, flow)
      if (owner === 'refused') return
      if (!owner && !isDenied) return login(ctx, flow, form, deps)
      const result =
        owner && form.get('decision') === 'allow'
          ? await allow(flow, owner, deps)
          : { error: 'access_denied', error_description: 'The owner denied access' }
      seeOther(ctx, await engine().interactionResult(ctx.req, ctx.res, result))
    },
  }

  /** Returns the owner who has signed in on this page or in the session of the browser. */
  async function ownerOf(ctx: Context, flow: AuthorizationFlow): Promise<SignedInOwner | 'refused' | undefined> {
    return flow.owner ?? (flow.session && signInOrRefuse(ctx, flow, flow.session, deps))
  }
}

/**
 * How a page leads back to the client. The answer to the form of the password is a page of its own: browsers apply `form-action`
 * to redirects after a form, and no form with a password may lead elsewhere.
 */
interface WayToClient {
  leave(ctx: Context, url: string): void
}

async function login(ctx: Context, flow: AuthorizationFlow, form: ReadonlyMap<string, string>, deps: AuthorizeDeps) {
  const { authenticateUser } = deps
  if (!authenticateUser) return seeOther(ctx, ctx.path)
  const [username, password] = [form.get('username'), form.get('password')]
  const user =
    username && password && (await authenticateUser(getRequestState(ctx), username, password, flow.scopes.join(' ')))
  if (!user) {
    const problem = 'The user name or the password is wrong.'
    return sendLoginPage(ctx, { application: flow.application, username, problem, status: 400 })
  }
  await continueAs(ctx, flow, user, { ...deps, leave: sendContinuePage })
}

/** Sends the browser to the other provider, or reads the user who came back from it. */
async function signInElsewhere(ctx: Context, flow: AuthorizationFlow, signIns: BrowserSignIns, deps: AuthorizeDeps) {
  if (ctx.query.state === undefined)
    return seeOther(ctx, await signIns.begin(flow.id, `login~${flow.id}`, demandsOf(flow)))
  const user = await signIns.complete(flow.id, ctx)
  if (!user) return seeOther(ctx, ctx.path) // reloaded, or another tab was first
  if (!('rejected' in user)) return continueAs(ctx, flow, user, { ...deps, leave: seeOther })
  getRequestState(ctx).redirected = new OauthError('access_denied', `The sign-in was rejected: ${user.rejected}`)
  sendRejectedPage(ctx, flow.application, user.rejected)
}

/** Returns what the other provider is asked for: the prompts that it has to do with, and the demands of the request. */
function demandsOf({ demands: { acrValues, maxAge, prompt = '' } }: AuthorizationFlow): SignInDemands {
  const asked = prompt.split(' ').filter((each) => each === 'login' || each === 'select_account')
  return { acrValues, maxAge, prompt: asked.join(' ') || undefined }
}

/** Stores who has signed in, and shows the page again: with the consent, or on the way back when that was given before. */
async function continueAs(ctx: Context, flow: AuthorizationFlow, user: User, deps: AuthorizeDeps & WayToClient) {
  const { settings, clock, approvals, sessions } = deps
  const signIn = { user, signedInAt: Math.floor(clock() / 1000), acr: findAcr(user, settings) }
  const owner = await signInOrRefuse(ctx, flow, signIn, deps)
  if (owner === 'refused') return
  const remembered = (await sessions?.findRemembered(owner.subject, flow.clientId)) ?? []
  if (mayRemember(flow) && owner.scopes.every((scope) => remembered.includes(scope))) {
    return deps.leave(ctx, await deps.engine().interactionResult(ctx.req, ctx.res, await allow(flow, owner, deps)))
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
  { leave = seeOther, ...deps }: AuthorizeDeps & Partial<WayToClient>,
) {
  try {
    return signInWithin(flow, signIn, deps)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    getRequestState(ctx).redirected = error
    const result = { error: error.code, error_description: replaceForbiddenCharacters(error.description) }
    leave(ctx, await deps.engine().interactionResult(ctx.req, ctx.res, result))
    return 'refused'
  }
}

/** Stores what the owner allows, and returns the interaction result for oidc-provider. */
async function allow(flow: AuthorizationFlow, owner: SignedInOwner, deps: AuthorizeDeps) {
  const { subject: accountId, signedInAt: ts, acr } = owner
  const consent = { grantId: await saveGrant(flow, owner, deps) }
  if (flow.session) return { consent }
  return { login: { accountId, remember: false, ts, ...(acr !== null && { acr }) }, consent }
}

function consentPage(
  { application, redirectUri, details }: Pick<AuthorizationFlow, 'application' | 'redirectUri' | 'details'>,
  owner: SignedInOwner,
  { settings }: AuthorizeDeps,
) {
  const destination = redirectUri === undefined ? 'your device' : describeRedirect(redirectUri)
  return {
    application,
    user: owner.subject,
    scopes: owner.scopes.map((name) => [name, describeScope(name, settings.scopes)] as const),
    host: destination,
    details: details.map(
      ({ type, ...rest }) =>
        [settings.authorizationDetails?.get(String(type))?.title ?? String(type), JSON.stringify(rest)] as const,
    ),
  }
}

function describeRedirect(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host || `an application on this device (${protocol})`
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location)
  ctx.status = 303
}
