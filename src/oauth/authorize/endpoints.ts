/**
 * The authorization endpoint and its pages. The library reads the request and issues the code; between the two the
 * owner signs in and decides here.
 */
import type { Context } from 'koa'
import mount from 'koa-mount'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { User } from '../../registries/index.ts'
import type { Ceilings } from '../ceilings.ts'
import { callOf } from '../endpoints/call.ts'
import { OauthError, plainText } from '../errors/errors.ts'
import { readForm } from '../request/form.ts'
import type { SignIn } from '../request/sign-in.ts'
import type { Consents } from '../state/consents.ts'
import { approvalLife, type SignedIn, signedInAs } from './approvals.ts'
import { withChallenge } from './challenge.ts'
import { type Flow, type FlowTools, flowOf } from './flow.ts'
import { sendConsentPage, sendErrorPage, sendLoginPage } from './pages.ts'
import { forgetSession, isSameOrigin, withoutSession } from './same-browser.ts'

export interface AuthorizeTools extends FlowTools {
  path: string
  issuer: string
  settings: ProviderSettings
  signIn: SignIn
  ceilings: Ceilings
  consents: Consents
  clock: Clock
}

export function buildAuthorizeEndpoints(tools: AuthorizeTools) {
  const { path, issuer, engine, settings } = tools
  const library = mount(path, engine)
  const base = new URL(issuer)

  return {
    /** The request of the client, and the way back to it. */
    async authorize(ctx: Context): Promise<void> {
      callOf(ctx).inPage = true
      // Addresses and cookies follow the configured origin, whatever the caller or a proxy said.
      Object.assign(ctx.req.headers, {
        'x-forwarded-host': base.host,
        'x-forwarded-proto': base.protocol.slice(0, -1),
        cookie: withoutSession(ctx.req.headers.cookie),
      })
      ctx.query = withChallenge(ctx.query, settings.pkce)
      await library(ctx, async () => {})
      forgetSession(ctx)
    },

    /** The page that the owner sees next. */
    async show(ctx: Context): Promise<void> {
      callOf(ctx).inPage = true
      const flow = await flowOf(ctx, tools)
      if (!flow) return
      if (flow.owner) sendConsentPage(ctx, consentPage(flow, flow.owner, tools))
      else sendLoginPage(ctx, { application: flow.application })
    },

    /** What the owner answers. */
    async answer(ctx: Context): Promise<void> {
      callOf(ctx).inPage = true
      if (!isSameOrigin(ctx, base.origin)) {
        return sendErrorPage(ctx, 403, 'access_denied', 'This form was sent from another site.')
      }
      const form = await readForm(ctx.req)
      const flow = await flowOf(ctx, tools)
      if (!flow) return

      if (!flow.owner) return login(ctx, flow, form, tools)
      const result =
        form.get('decision') === 'allow'
          ? await allow(flow, flow.owner, tools)
          : { error: 'access_denied', error_description: 'The owner denied access' }
      seeOther(ctx, await engine.interactionResult(ctx.req, ctx.res, result))
    },
  }
}

async function login(ctx: Context, flow: Flow, form: ReadonlyMap<string, string>, tools: AuthorizeTools) {
  const { signIn, approvals } = tools
  const [username, password] = [form.get('username'), form.get('password')]
  const user = username && password && (await signIn(callOf(ctx), username, password, flow.scopes.join(' ')))
  if (!user) {
    const problem = 'The user name or the password is wrong.'
    return sendLoginPage(ctx, { application: flow.application, username, problem, status: 400 })
  }
  const owner = signedInWithin(flow, user, tools)
  if (owner instanceof OauthError) {
    callOf(ctx).redirected = owner
    const result = { error: owner.code, error_description: plainText(owner.description) }
    return seeOther(ctx, await tools.engine.interactionResult(ctx.req, ctx.res, result))
  }
  await approvals.signIn(flow.id, owner)
  seeOther(ctx, ctx.path) // so that going back or reloading sends no password again
}

/** The owner with the scopes that the ceilings of client and owner allow; the refusal when the client named others. */
function signedInWithin({ client, scopes, areScopesAsked }: Flow, user: User, { ceilings }: AuthorizeTools) {
  const limits = [...ceilings.ofClient(client), ...ceilings.ofUser(user.credential, user.ceiling)]
  try {
    return signedInAs(user, { scopes, isAsked: areScopesAsked, ceilings: limits })
  } catch (error) {
    if (error instanceof OauthError) return error
    throw error
  }
}

/**
 * Stores what the owner allows, and returns the result for the library.
 *
 * The consent is listed from now on and not only when the code is redeemed, so that a revocation ends the code as well.
 */
async function allow(
  { client: { clientId }, scopes }: Flow,
  owner: SignedIn,
  { engine, approvals, consents, clock }: AuthorizeTools,
) {
  const grant = new engine.Grant({ accountId: owner.subject, clientId })
  grant.addOIDCScope(scopes.join(' ')) // what was asked for: what is granted stands in the approval
  const grantId = await grant.save()
  const startedAt = Math.floor(clock() / 1000)
  const consent = { chain: grantId, clientId, subject: owner.subject, scopes: owner.scopes, startedAt }
  await Promise.all([
    approvals.approve(grantId, owner),
    consents.remember(
      { ...consent, grant: 'authorization_code', refreshes: 0 },
      (startedAt + approvalLife) * 1000,
    ),
  ])
  return { login: { accountId: owner.subject, remember: false }, consent: { grantId } }
}

function consentPage({ application, redirectUri }: Flow, owner: SignedIn, { settings }: AuthorizeTools) {
  const { host, protocol } = new URL(redirectUri)
  return {
    application,
    user: owner.subject,
    scopes: owner.scopes.map((name) => [name, settings.scopes.get(name) ?? name] as const),
    host: host || `an application on this device (${protocol})`,
  }
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location)
  ctx.status = 303
}
