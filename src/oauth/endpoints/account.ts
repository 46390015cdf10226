/** The page of owners: they withdraw access of applications, and end sessions where the provider has sessions. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { RenderUrl } from '../../http/request/public-place.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { User } from '../../registries/index.ts'
import { sendAccountPage } from '../authorize/account-pages.ts'
import { isSameOrigin } from '../authorize/browser-session.ts'
import type { BrowserSignIns } from '../authorize/browser-sign-in.ts'
import { sendErrorPage, sendLoginPage, sendRejectedPage } from '../authorize/pages.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import { readForm } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import { findAcr } from '../scopes/claims.ts'
import type { OwnerConsents } from '../state/owner-consents.ts'
import type { OwnerSessions } from '../state/owner-sessions.ts'
import type { Revocations } from '../state/revocations.ts'
import { listLiveConsents } from './owner-consents.ts'

/** The path of the page, below the provider. */
export const accountPath = '/oauth2/account'

/** The dependencies of the page. */
export interface AccountDeps {
  engine: () => Provider
  issuer: string
  renderUrl: RenderUrl
  path: string
  settings: ProviderSettings
  authenticateUser: AuthenticateUser | undefined
  browserSignIns: BrowserSignIns | undefined
  consumers: Consumers
  consents: OwnerConsents
  sessions: OwnerSessions
  revocations: Revocations
  clock: Clock
}

/** The part of a client of oidc-provider that its types do not describe. */
interface LogoutClient {
  backchannelLogoutUri?: string
  backchannelLogout(sub: string, sid: string): Promise<void>
}

type Session = Awaited<ReturnType<Provider['Session']['get']>>

const title = 'your account'

/** Returns the handlers of GET and POST. */
export function buildAccountEndpoints(deps: AccountDeps) {
  const { engine, renderUrl, browserSignIns } = deps
  const { begin, browserId } = buildBrowserSession(deps)

  return {
    async show(ctx: Context): Promise<void> {
      getRequestState(ctx).inPage = true
      const session = await engine().Session.get(ctx as never)
      if (session.accountId !== undefined)
        return sendAccountPage(ctx, await contentFor(session, session.accountId, deps))
      if (!browserSignIns) return sendLoginPage(ctx, { application: title })
      const user = ctx.query.state === undefined ? undefined : await browserSignIns.complete(browserId(ctx), ctx)
      if (!user) return seeOther(ctx, await browserSignIns.begin(browserId(ctx), 'account'))
      if ('rejected' in user) return sendRejectedPage(ctx, title, user.rejected)
      await begin(ctx, user)
    },

    async change(ctx: Context): Promise<void> {
      const state = getRequestState(ctx)
      state.inPage = true
      if (!isSameOrigin(ctx, renderUrl(ctx.req)))
        return sendErrorPage(ctx, 403, 'access_denied', 'The form was sent from another site.')
      const form = await readForm(ctx.req)
      const session = await engine().Session.get(ctx as never)
      const { accountId } = session
      if (accountId === undefined) return signIn(ctx, form)
      const [withdrawn, ended] = [form.get('withdraw'), form.get('end')]
      if (withdrawn !== undefined) await withdraw(accountId, withdrawn, deps)
      if (ended !== undefined) await endSession(accountId, ended, deps)
      seeOther(ctx, ctx.path)
    },
  }

  async function signIn(ctx: Context, form: ReadonlyMap<string, string>): Promise<void> {
    const [username, password] = [form.get('username'), form.get('password')]
    const { authenticateUser } = deps
    if (!authenticateUser) return seeOther(ctx, ctx.path)
    const user = username && password && (await authenticateUser(getRequestState(ctx), username, password))
    if (user) return begin(ctx, user)
    const problem = 'The user name or the password is wrong.'
    sendLoginPage(ctx, { application: title, username, problem, status: 400 })
  }
}

/** Returns the functions that keep the sign-in of a browser in its cookies. */
function buildBrowserSession({ engine, issuer, path, settings, sessions, clock }: AccountDeps) {
  const { protocol } = new URL(issuer)
  return { begin, browserId }

  /** Begins a session in this browser. */
  async function begin(ctx: Context, user: User): Promise<void> {
    const { Session: LibrarySession } = engine()
    const signedInAt = Math.floor(clock() / 1000)
    const acr = findAcr(user, settings)
    const session = new LibrarySession()
    session.loginAccount({
      accountId: user.credential,
      loginTs: signedInAt,
      transient: true,
      ...(acr !== undefined && { acr }),
    })
    await session.save(settings.sessions.ttl)
    await sessions.save(session.uid, { user, signedInAt, browser: ctx.get('user-agent').slice(0, 300) })
    setCookie(ctx, engine().cookieName('session'), session.jti)
    seeOther(ctx, ctx.path)
  }

  /** Returns what only this browser has, for its sign-in at another provider. */
  function browserId(ctx: Context): string {
    const known = ctx.cookies.get('_account', { signed: true })
    if (known !== undefined) return known
    const { jti } = new (engine().Session)()
    setCookie(ctx, '_account', jti)
    return jti
  }

  function setCookie(ctx: Context, name: string, value: string): void {
    const secure = protocol === 'https:'
    ctx.cookies.secure = secure
    ctx.cookies.set(name, value, { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true, secure, path })
  }
}

async function contentFor(session: Session, user: string, deps: AccountDeps) {
  const { consumers, sessions, settings } = deps
  const [consents, remembered, open] = await Promise.all([
    listLiveConsents(user, deps),
    sessions.listRemembered(user),
    sessions.list(user),
  ])
  const scopes = new Map<string, Set<string>>()
  for (const { clientId, scopes: given } of [...consents, ...remembered])
    scopes.set(clientId, new Set([...(scopes.get(clientId) ?? []), ...given]))
  return {
    user,
    applications: [...scopes].map(([clientId, given]) => ({
      clientId,
      title: consumers.find(clientId)?.application.title ?? clientId,
      scopes: [...given].map((scope) => settings.scopes.get(scope) || scope),
    })),
    sessions: open.map(({ uid, browser, signedInAt }) => ({
      uid,
      browser,
      since: new Date(signedInAt * 1000),
      isThis: uid === session.uid,
    })),
  }
}

/** Ends all tokens of the client for the owner, who is asked again the next time. */
async function withdraw(user: string, clientId: string, deps: AccountDeps): Promise<void> {
  const consents = await listLiveConsents(user, deps)
  const own = consents.filter((each) => each.clientId === clientId)
  await Promise.all([...own.map(({ chain }) => deps.revocations.endChain(chain)), deps.sessions.forget(user, clientId)])
}

/** Ends a session of the owner, and tells its clients: OpenID Connect Back-Channel Logout 1.0. */
async function endSession(user: string, uid: string, { engine, sessions }: AccountDeps): Promise<void> {
  const provider = engine()
  const session = await provider.Session.findByUid(uid)
  if (session?.accountId === user) {
    const told = Object.keys(session.authorizations ?? {}).map(async (clientId) => {
      const client = (await provider.Client.find(clientId)) as LogoutClient | undefined
      if (client?.backchannelLogoutUri) await client.backchannelLogout(user, session.sidFor(clientId) ?? '')
    })
    await Promise.allSettled(told)
    await session.destroy()
  }
  await sessions.remove(user, uid)
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location)
  ctx.status = 303
}
