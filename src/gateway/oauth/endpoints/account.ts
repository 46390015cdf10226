/** The page of owners: they withdraw access of applications, and end sessions where the provider has sessions. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import type { User } from '../../../shared/registries/index.ts'
import { sendAccountPage } from '../authorize/account-pages.ts'
import { signInByForm } from '../authorize/endpoints.ts'
import { sendErrorPage, sendLoginPage, sendRejectedPage } from '../authorize/pages.ts'
import { isSameOrigin, seeOther } from '../request/browser-session.ts'
import { readForm } from '../request/form.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { findAcr } from '../scopes/claims.ts'
import { listLiveConsents } from './owner-consents.ts'

/** The path of the page, below the provider. */
export const accountPath = '/oauth2/account'

/** The parts of a provider whose owners have sessions. */
export interface AccountParts extends ServingParts {
  sessions: NonNullable<ServingParts['sessions']>
}

/** The part of a client of oidc-provider that its types do not describe. */
type LogoutClient = { backchannelLogoutUri?: string; backchannelLogout(sub: string, sid: string): Promise<void> }

type Session = Awaited<ReturnType<Provider['Session']['get']>>

const title = 'your account'

/** Returns the handlers of GET and POST. */
export function buildAccountEndpoints(parts: AccountParts) {
  const { engine, renderUrl, browserSignIns } = parts
  const { begin, browserId } = buildBrowserSession(parts)

  return {
    async show(ctx: Context): Promise<void> {
      const session = await engine().Session.get(ctx as never)
      if (session.accountId !== undefined)
        return sendAccountPage(ctx, await contentFor(session, session.accountId, parts))
      if (!browserSignIns) return sendLoginPage(ctx, { application: title })
      const user = ctx.query.state === undefined ? undefined : await browserSignIns.complete(browserId(ctx), ctx)
      if (!user) return seeOther(ctx, await browserSignIns.begin(browserId(ctx), 'account'))
      if ('rejected' in user) return sendRejectedPage(ctx, title, user.rejected)
      await begin(ctx, user)
    },

    async change(ctx: Context): Promise<void> {
      if (!isSameOrigin(ctx, renderUrl(ctx.req)))
        return sendErrorPage(ctx, 403, 'access_denied', 'The form was sent from another site.')
      const form = await readForm(ctx.req)
      const session = await engine().Session.get(ctx as never)
      const { accountId } = session
      if (accountId === undefined) {
        const user = await signInByForm(ctx, form, title, parts)
        return user && begin(ctx, user)
      }
      const [withdrawn, ended] = [form.get('withdraw'), form.get('end')]
      if (withdrawn !== undefined) await withdraw(accountId, withdrawn, parts)
      if (ended !== undefined) await endSession(accountId, ended, parts)
      seeOther(ctx, ctx.path)
    },
  }
}

/** Returns the functions that keep the sign-in of a browser in its cookies. */
function buildBrowserSession({ engine, issuer, path, settings, sessions, clock }: AccountParts) {
  const { protocol } = new URL(issuer)
  return { begin, browserId }

  /** Begins a session in this browser. */
  async function begin(ctx: Context, user: User): Promise<void> {
    const { Session: LibrarySession } = engine()
    const signedInAt = Math.floor(clock() / 1000)
    const acr = findAcr(user, settings)
    const session = new LibrarySession()
    session.loginAccount({ accountId: user.credential, loginTs: signedInAt, transient: true, acr })
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

async function contentFor(session: Session, user: string, parts: AccountParts) {
  const { consumers, sessions, settings } = parts
  const [consents, remembered, open] = await Promise.all([
    listLiveConsents(user, parts),
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
async function withdraw(user: string, clientId: string, parts: AccountParts): Promise<void> {
  const consents = await listLiveConsents(user, parts)
  const own = consents.filter((each) => each.clientId === clientId)
  await Promise.all([
    ...own.map(({ chain }) => parts.revocations.endChain(chain)),
    parts.sessions.forget(user, clientId),
  ])
}

/** Ends a session of the owner, and tells its clients: OpenID Connect Back-Channel Logout 1.0. */
async function endSession(user: string, uid: string, { engine, sessions }: AccountParts): Promise<void> {
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
