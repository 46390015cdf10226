/** Handlers for the account and the session: sign up, sign in, sign out, change the password. */
import { clientNetwork } from '../../../../shared/http/request/client-address.ts'
import { userAtAddress } from '../../../../shared/security/index.ts'
import { buildPortalPath, type PortalContext, type ResourceHandler } from '../context/portal-context.ts'
import type { PortalAccount } from '../context/portal-deps.ts'
import { checkWithAttemptLimit, type HourlyLimitCheck } from '../http/attempt-limit.ts'
import { createFieldError, PortalError } from '../http/portal-error.ts'
import { isSecureRequest } from '../http/request-origin.ts'
import type { AccountMail } from '../mail/account-mail.ts'
import { parseMailAddress } from '../mail/mail-address.ts'
import type { SessionView } from '../rest/index.ts'
import { readSessionToken, renderExpiredSessionCookie, renderSessionCookie } from './session-cookie.ts'
import type { ProfileStore } from './stores/profile-store.ts'
import { deriveCsrfToken, type PortalSession, type SessionStore } from './stores/session-store.ts'

export interface AccountHandlerDeps {
  /** The URL path of the portal. */
  prefix: string
  sessions: SessionStore
  profiles: ProfileStore
  /** The hourly limit of sign-ups by IP address. */
  signUps: HourlyLimitCheck
  /** The hourly limit of successful sign-ins by user. */
  signIns: HourlyLimitCheck
  mail: AccountMail
}

export function buildAccountHandlers({ prefix, sessions, profiles, signUps, signIns, mail }: AccountHandlerDeps) {
  const signUp: ResourceHandler<'POST /account'> = async (context) => {
    const { settings, accounts, catalog } = context.deps
    const { name, password } = context.body
    const email = context.body.email === undefined ? undefined : readMailAddress(context.body.email)
    if (!settings.selfSignup || accounts.provider) throw new PortalError('no_self_signup')
    await signUps(clientNetwork(context.request))

    // The name must not belong to an owner of the catalog, or be the `owner` of an application whose user was
    // removed: the new account would get their rights.
    const wanted = accounts.fold(name)
    const kept = [...settings.owners, ...catalog.applications.flatMap(({ owner }) => owner ?? [])]
    if (kept.some((each) => accounts.fold(each) === wanted)) throw new PortalError('account_taken')

    const added = await accounts.add(name, password)
    if (added === 'taken') throw new PortalError('account_taken')
    if (added !== 'added') throw createFieldError(added.field, added.reason)
    await profiles.save(name, email)
    if (email !== undefined) {
      // An account whose mail is over a limit exists: its user can request the link later.
      const skip = (error: unknown) => {
        if (!(error instanceof PortalError)) throw error
        context.deps.log.warn({ account: name }, 'the link for an address is over the limit, and is not sent')
      }
      await mail.prepareVerification(name, email, clientNetwork(context.request)).then((send) => send(), skip)
    }
    context.deps.log.info({ account: name, catalog: catalog.path }, 'somebody signed up at the portal')
    return begin(context, await findAccount(context, name))
  }

  const signIn: ResourceHandler<'POST /session'> = async (context) => {
    const name = await authenticate(context, context.body.name, context.body.password)
    if (name === undefined) throw new PortalError('wrong_credentials')

    await signIns(context.deps.accounts.fold(name)) // each sign-in adds a session to the store
    const before = readSessionToken(context.request.headers.cookie)
    if (before !== undefined) await sessions.end(before)
    return begin(context, await findAccount(context, name))
  }

  const show: ResourceHandler<'GET /session'> = async (context) => {
    const session = await sessions.touch(context.user.token, { isPoll: false })
    if (!session) throw new PortalError('not_signed_in')
    return viewOf(context, session, context.user.token)
  }

  const signOut: ResourceHandler<'DELETE /session'> = async (context) => {
    const { catalogUrl, user, deps } = context
    const session = await sessions.touch(user.token, { isPoll: true })
    await sessions.end(user.token)
    context.setHeader('Set-Cookie', renderExpiredSessionCookie(scopeOf(context)))
    const { provider, hasPasswords } = deps.accounts
    if (hasPasswords && session?.idToken === undefined) return undefined // no session of another provider
    const url = await provider?.findLogoutUrl(session?.idToken, `${buildPortalPath({ path: catalogUrl })}/`)
    return url === undefined ? undefined : { url }
  }

  const changePassword: ResourceHandler<'PUT /account/password'> = async (context) => {
    const { accounts } = context.deps
    const { name } = context.user
    const { password, newPassword } = context.body
    if ((await authenticate(context, name, password)) === undefined) throw new PortalError('wrong_password')

    const refused = await accounts.setPassword(name, newPassword)
    if (refused) throw createFieldError('newPassword', refused.reason)
    await sessions.endAll(name)
    mail.sendPasswordChanged(name)
    return begin(context, await findAccount(context, name))
  }

  const changeEmail: ResourceHandler<'PUT /account/email'> = async (context) => {
    const { name } = context.user
    const email = readMailAddress(context.body.email)
    if ((await authenticate(context, name, context.body.password)) === undefined)
      throw new PortalError('wrong_password')
    const send = await mail.prepareVerification(name, email, clientNetwork(context.request))
    await profiles.save(name, email)
    send()
    return undefined
  }

  return { signUp, signIn, show, signOut, changePassword, changeEmail, begin }

  function authenticate(
    { request, deps, signal }: Pick<PortalContext, 'request' | 'deps' | 'signal'>,
    name: string,
    password: string,
  ): Promise<string | undefined> {
    const { accounts } = deps
    const who = userAtAddress(accounts.fold(name), clientNetwork(request))
    return checkWithAttemptLimit(deps, who, password, () => accounts.authenticate(name, password, signal))
  }

  /** Begins a session and returns it. `idToken` is the one of a sign-in at another provider. */
  async function begin(context: SessionContext, account: PortalAccount, idToken?: string): Promise<SessionView> {
    const { token, session } = await sessions.create(account, idToken)
    context.setHeader('Set-Cookie', renderSessionCookie(token, scopeOf(context)))
    return viewOf(context, session, token)
  }

  async function viewOf(
    { deps }: SessionContext,
    { name, endsAt, idToken }: PortalSession,
    token: string,
  ): Promise<SessionView> {
    const { accounts, settings } = deps
    const profile = await profiles.find(name)
    const owner = settings.owners.some((each) => accounts.fold(each) === accounts.fold(name))
    return {
      name,
      email: profile?.email,
      emailVerified: profile?.isVerified ?? false,
      hasPassword: accounts.hasPasswords && idToken === undefined,
      owner,
      editsDocuments: owner && settings.ownersEditDocuments,
      csrf: deriveCsrfToken(token),
      expiresAt: new Date(endsAt).toISOString(),
      idleMinutes: settings.session.idleMinutes,
    }
  }

  function scopeOf({ request, deps }: SessionContext) {
    return { path: prefix, secure: isSecureRequest(request, deps.baseUrl) }
  }
}

export type SessionContext = Pick<PortalContext, 'request' | 'deps' | 'setHeader'>

async function findAccount({ deps }: SessionContext, name: string): Promise<PortalAccount> {
  const account = await deps.accounts.find(name)
  if (!account) throw new PortalError('wrong_credentials') // the account was removed a moment ago
  return account
}

/** Returns the address as mails are sent to it. Throws a `PortalError` for what is no address. */
function readMailAddress(text: string): string {
  const address = parseMailAddress(text)
  if (address !== undefined) return address
  throw createFieldError(
    'email',
    'This is no mail address: write it as name@example.com, without quotes, blanks and invisible characters',
  )
}
