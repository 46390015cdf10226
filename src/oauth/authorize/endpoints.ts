/**
 * The authorization endpoint and its pages. The library reads the request and issues the code; between the two the
 * owner signs in and decides here.
 */
import type { Context } from 'koa'
import mount from 'koa-mount'
import type { Provider } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types.ts'
import type { Consumers } from '../../consumers/index.ts'
import { callOf } from '../endpoints/call.ts'
import { readForm } from '../request/form.ts'
import type { SignIn } from '../request/sign-in.ts'
import { type Approvals, type SignedIn, signedInAs } from './approvals.ts'
import { withChallenge } from './challenge.ts'
import { sendConsentPage, sendErrorPage, sendLoginPage } from './pages.ts'

export interface AuthorizeTools {
  path: string
  issuer: string
  settings: ProviderSettings
  engine: Provider
  signIn: SignIn
  consumers: Consumers
  approvals: Approvals
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

/** One owner on the way through the pages. */
interface Flow {
  id: string
  clientId: string
  application: string
  redirectUri: string
  scopes: readonly string[]
  /** Who signed in; undefined before. */
  owner: SignedIn | undefined
}

/** The flow that a page belongs to; without one the caller has been told, and there is nothing more to do. */
async function flowOf(
  ctx: Context,
  { engine, consumers, approvals }: AuthorizeTools,
): Promise<Flow | undefined> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1)
  const interaction = await engine.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
  } = (interaction?.params ?? {}) as Record<string, string>
  const client = clientId === undefined ? undefined : consumers.find(clientId)

  if (interaction?.uid !== id || !client || redirectUri === undefined || scope === undefined) {
    sendErrorPage(ctx, 400, 'invalid_request', 'This sign-in has expired, or was begun in another browser.')
    return undefined
  }
  const { title: application } = client.application
  const owner = await approvals.signedIn(id)
  return { id, clientId: client.clientId, application, redirectUri, scopes: scope.split(' '), owner }
}

async function login(ctx: Context, flow: Flow, form: ReadonlyMap<string, string>, tools: AuthorizeTools) {
  const { signIn, approvals } = tools
  const [username, password] = [form.get('username'), form.get('password')]
  const user = username && password && (await signIn(callOf(ctx), username, password, flow.scopes.join(' ')))
  if (!user) {
    const problem = 'The user name or the password is wrong.'
    return sendLoginPage(ctx, { application: flow.application, username, problem, status: 400 })
  }
  await approvals.signIn(flow.id, signedInAs(user, flow.scopes))
  seeOther(ctx, ctx.path) // so that going back or reloading sends no password again
}

/** What the library is told of an owner who allows, after it is kept. */
async function allow({ clientId, scopes }: Flow, owner: SignedIn, { engine, approvals }: AuthorizeTools) {
  const grant = new engine.Grant({ accountId: owner.subject, clientId })
  grant.addOIDCScope(scopes.join(' ')) // what was asked for: what is granted stands in the approval
  const grantId = await grant.save()
  await approvals.approve(grantId, owner)
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

/** A second lock beside the SameSite cookie: browsers name the origin of every form that is posted. */
function isSameOrigin({ req }: Context, origin: string): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === undefined || req.headers.origin === origin
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location)
  ctx.status = 303
}

const session = '_session'

/** The cookies of a request without those that would carry an earlier sign-in along. */
function withoutSession(cookies: string | undefined): string {
  const kept = (cookies ?? '').split('; ').filter((cookie) => !cookie.startsWith(session))
  return kept.join('; ')
}

function forgetSession({ res }: Context): void {
  const cookies = [res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(session))
  if (kept.length > 0) res.setHeader('set-cookie', kept)
  else res.removeHeader('set-cookie')
}
