/** Signing up, in and out, and another password. */
import { addressOf } from '../../http/address.ts'
import type { Call, Handler } from '../call/call.ts'
import type { Account } from '../call/deps.ts'
import { attempt } from '../http/attempt.ts'
import type { CountHourly } from '../http/hourly-limit.ts'
import { isSecure } from '../http/origin.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionView } from '../rest/index.ts'
import { clearCookie, setCookie, tokenIn } from './cookie.ts'
import type { Profiles } from './profiles.ts'
import { csrfTokenOf, type Session, type Sessions } from './sessions.ts'

export interface AccountTools {
  /** The prefix of the portal. */
  prefix: string
  sessions: Sessions
  profiles: Profiles
  /** By address. */
  signUps: CountHourly
  /** By user, of those that were right. */
  signIns: CountHourly
}

export function accountHandlers({ prefix, sessions, profiles, signUps, signIns }: AccountTools) {
  const signUp: Handler<'POST /account'> = async (call) => {
    const { settings, accounts, catalog } = call.tools
    const { name, password, email } = call.body
    if (!settings.selfSignup) throw new Refusal('no_self_signup')
    await signUps(addressOf(call.request))

    // Whoever gets a name gets what is kept under it: the applications of a user who was removed, the owner's rights.
    const wanted = accounts.fold(name)
    const kept = [...settings.owners, ...catalog.applications.flatMap(({ owner }) => owner ?? [])]
    if (kept.some((each) => accounts.fold(each) === wanted)) throw new Refusal('account_taken')

    const added = await accounts.add(name, password)
    if (added === 'taken') throw new Refusal('account_taken')
    if (added !== 'added')
      throw new Refusal('wrong_body', {
        detail: `${added.refused}.`,
        fields: [{ field: added.field, message: added.refused }],
      })
    await profiles.save(name, email)
    call.tools.log.info({ account: name, catalog: catalog.path }, 'somebody signed up at the portal')
    return begin(call, await accountOf(call, name))
  }

  const signIn: Handler<'POST /session'> = async (call) => {
    const name = await authenticate(call, call.body.name, call.body.password)
    if (name === undefined) throw new Refusal('wrong_credentials')

    await signIns(call.tools.accounts.fold(name)) // each leaves a session in the store
    const before = tokenIn(call.request.headers.cookie)
    if (before !== undefined) await sessions.end(before)
    return begin(call, await accountOf(call, name))
  }

  const show: Handler<'GET /session'> = async (call) => {
    const session = await sessions.use(call.user.token)
    if (!session) throw new Refusal('not_signed_in')
    return viewOf(call, session, call.user.token)
  }

  const signOut: Handler<'DELETE /session'> = async (call) => {
    await sessions.end(call.user.token)
    call.set('Set-Cookie', clearCookie(scopeOf(call)))
    return undefined
  }

  const changePassword: Handler<'PUT /account/password'> = async (call) => {
    const { accounts } = call.tools
    const { name } = call.user
    const { password, newPassword } = call.body
    if ((await authenticate(call, name, password)) === undefined) throw new Refusal('wrong_password')

    const refused = await accounts.setPassword(name, newPassword)
    if (refused) {
      const fields = [{ field: 'newPassword', message: refused.refused }]
      throw new Refusal('wrong_body', { detail: `${refused.refused}.`, fields })
    }
    await sessions.endAll(name)
    return begin(call, await accountOf(call, name))
  }

  return { signUp, signIn, show, signOut, changePassword }

  function authenticate(
    { request, tools, signal }: Pick<Call, 'request' | 'tools' | 'signal'>,
    name: string,
    password: string,
  ): Promise<string | undefined> {
    const { accounts } = tools
    const who = { kind: 'user', name: accounts.fold(name), address: addressOf(request) } as const
    return attempt(tools, who, password, () => accounts.authenticate(name, password, signal))
  }

  async function begin(call: Begun, account: Account): Promise<SessionView> {
    const { token, session } = await sessions.open(account)
    call.set('Set-Cookie', setCookie(token, scopeOf(call)))
    return viewOf(call, session, token)
  }

  async function viewOf({ tools }: Begun, { name, endsAt }: Session, token: string): Promise<SessionView> {
    const { accounts, settings } = tools
    const email = await profiles.email(name)
    return {
      name,
      ...(email !== undefined && { email }),
      owner: settings.owners.some((each) => accounts.fold(each) === accounts.fold(name)),
      csrf: csrfTokenOf(token),
      expiresAt: new Date(endsAt).toISOString(),
      idleMinutes: settings.session.idleMinutes,
    }
  }

  function scopeOf({ request, tools }: Begun) {
    return { path: prefix, secure: isSecure(request, tools.baseUrl) }
  }
}

type Begun = Pick<Call, 'request' | 'tools' | 'set'>

async function accountOf({ tools }: Begun, name: string): Promise<Account> {
  const account = await tools.accounts.find(name)
  if (!account) throw new Refusal('wrong_credentials') // removed within the last milliseconds
  return account
}
