/**
 * The authorization endpoint and its pages. oidc-provider parses the request and issues the code; in between, the
 * owner signs in and consents on the pages here.
 */
import type { Context } from 'koa'

import type { ProviderSettings } from '../../config/types/index.ts'
import { describeScope } from '../../contract/access/queue-scope.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { User } from '../../registries/index.ts'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import { readForm } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import type { ServeByLibrary } from '../request/serve-by-library.ts'
import { readClaims } from '../scopes/claims.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import { approvalLifetimeSeconds } from '../state/approval-lifetimes.ts'
import { buildSignedInOwner, type SignedInOwner } from '../state/approvals.ts'
import type { OwnerConsents } from '../state/owner-consents.ts'
import { type AuthorizationFlow, type AuthorizationFlowDeps, findFlow } from './authorization-flow.ts'
import { discardSessionCookies, isSameOrigin, removeSessionCookies } from './browser-session.ts'
import type { BrowserSignIns } from './browser-sign-in.ts'
import { sendConsentPage, sendErrorPage, sendLoginPage, sendRejectedPage } from './pages.ts'
import { applyPkceSettings } from './pkce.ts'

/** The dependencies of the authorization endpoint and its pages. */
export interface AuthorizeDeps extends AuthorizationFlowDeps {
  serveByLibrary: ServeByLibrary
  issuer: string
  audience: string
  settings: ProviderSettings
  /** Undefined where owners sign in at another provider. */
  authenticateUser: AuthenticateUser | undefined
  /** Undefined where owners sign in with a password. */
  browserSignIns: BrowserSignIns | undefined
  ceilings: TokenCeilings
  consents: OwnerConsents
  clock: Clock
}

/** Returns the handlers of the authorization endpoint and its pages. */
export function buildAuthorizeEndpoints(deps: AuthorizeDeps) {
  const { issuer, engine, settings, serveByLibrary } = deps
  const base = new URL(issuer)

  return {
    /** Serves the authorization request of the client, and the redirect back to it. */
    async authorize(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      ctx.req.headers.cookie = removeSessionCookies(ctx.req.headers.cookie)
      ctx.query = applyPkceSettings(ctx.query, settings.pkce)
      await serveByLibrary(ctx).finally(() => discardSessionCookies(ctx))
    },

    /** Shows the sign-in page, or the consent page once the owner has signed in. */
    async show(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      const flow = await findFlow(ctx, deps)
      if (!flow) return
      if (flow.owner) sendConsentPage(ctx, consentPage(flow, flow.owner, deps))
      else if (deps.browserSignIns) await signInElsewhere(ctx, flow, deps.browserSignIns, deps)
      else sendLoginPage(ctx, { application: flow.application })
    },

    /** Handles the form of the sign-in page or the consent page. */
    async answer(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      if (!isSameOrigin(ctx, base.origin)) {
        return sendErrorPage(ctx, 403, 'access_denied', 'The form was sent from another site.')
      }
      const form = await readForm(ctx.req)
      const flow = await findFlow(ctx, deps)
      if (!flow) return

      const isDenied = form.get('decision') === 'deny'
      if (!flow.owner && !isDenied) return login(ctx, flow, form, deps)
      const result =
        flow.owner && form.get('decision') === 'allow'
          ? await allow(flow, flow.owner, deps)
          : { error: 'access_denied', error_description: 'The owner denied access' }
      seeOther(ctx, await engine().interactionResult(ctx.req, ctx.res, result))
    },
  }
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
  await continueAs(ctx, flow, user, deps)
}

/** Sends the browser to the other provider, or reads the user who came back from it. */
async function signInElsewhere(ctx: Context, flow: AuthorizationFlow, signIns: BrowserSignIns, deps: AuthorizeDeps) {
  if (ctx.query.state === undefined) return seeOther(ctx, await signIns.begin(flow.id, `login~${flow.id}`))
  const user = await signIns.complete(flow.id, ctx)
  if (!user) return seeOther(ctx, ctx.path) // reloaded, or another tab was first
  if (!('rejected' in user)) return continueAs(ctx, flow, user, deps)
  getRequestState(ctx).redirected = new OauthError('access_denied', `The sign-in was rejected: ${user.rejected}`)
  sendRejectedPage(ctx, flow.application, user.rejected)
}

/** Stores who has signed in, and shows the page again. */
async function continueAs(ctx: Context, flow: AuthorizationFlow, user: User, deps: AuthorizeDeps) {
  const owner = signedInWithin(flow, user, deps)
  if (owner instanceof OauthError) {
    getRequestState(ctx).redirected = owner
    const result = { error: owner.code, error_description: replaceForbiddenCharacters(owner.description) }
    return seeOther(ctx, await deps.engine().interactionResult(ctx.req, ctx.res, result))
  }
  await deps.approvals.saveSignIn(flow.id, owner)
  seeOther(ctx, ctx.path) // so that going back or reloading does not submit the password again
}

/**
 * Returns the owner with the scopes that the ceilings of client and owner allow, or an `invalid_scope` error when
 * the client named scopes beyond them.
 */
function signedInWithin(
  { client, scopes, areScopesExplicit: areScopesAsked }: AuthorizationFlow,
  user: User,
  { ceilings, settings }: AuthorizeDeps,
) {
  const limits = [...ceilings.findForClient(client), ...ceilings.combineForUser(user.credential, user.tokenCeiling)]
  try {
    return buildSignedInOwner(
      user,
      { scopes, areExplicit: areScopesAsked, ceilings: limits },
      readClaims(user, settings),
    )
  } catch (error) {
    if (error instanceof OauthError) return error
    throw error
  }
}

/**
 * Stores what the owner allows, and returns the interaction result for oidc-provider.
 *
 * The consent is listed at once, not only after the code is redeemed, so that revoking it also ends the code.
 */
async function allow(
  { client: { clientId }, scopes, resources }: AuthorizationFlow,
  owner: SignedInOwner,
  { engine, audience, approvals, consents, clock }: AuthorizeDeps,
) {
  const grant = new (engine().Grant)({ accountId: owner.subject, clientId })
  grant.addOIDCScope(scopes.join(' ')) // the requested scopes; the approval has the granted ones
  for (const resource of resources ?? [audience]) grant.addResourceScope(resource, scopes.join(' '))
  const grantId = await grant.save()
  const startedAt = Math.floor(clock() / 1000)
  const consent = { chain: grantId, clientId, subject: owner.subject, scopes: owner.scopes, startedAt }
  await Promise.all([
    approvals.saveApproval(grantId, owner),
    consents.save(
      { ...consent, grant: 'authorization_code', refreshes: 0 },
      (startedAt + approvalLifetimeSeconds) * 1000,
    ),
  ])
  return { login: { accountId: owner.subject, remember: false }, consent: { grantId } }
}

function consentPage(
  { application, redirectUri }: Pick<AuthorizationFlow, 'application' | 'redirectUri'>,
  owner: SignedInOwner,
  { settings }: AuthorizeDeps,
) {
  const destination = redirectUri === undefined ? 'your device' : describeRedirect(redirectUri)
  return {
    application,
    user: owner.subject,
    scopes: owner.scopes.map((name) => [name, describeScope(name, settings.scopes)] as const),
    host: destination,
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
