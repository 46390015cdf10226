/** Whether a call is let in: where it comes from, whose session it shows, and what that one may do. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { isFromOtherOrigin } from '../../http/request-origin.ts'
import type { User } from '../call/call.ts'
import type { PortalTools } from '../call/deps.ts'
import { Refusal } from '../http/refusal.ts'
import type { Access } from '../routes.ts'
import { tokenIn } from './cookie.ts'
import { csrfTokenOf, type Sessions } from './sessions.ts'

export type Admit = (request: IncomingMessage, access: Access) => Promise<User>

const nobody: User = { name: '', isOwner: false, token: '' }

export function buildAdmit(
  sessions: Sessions,
  { accounts, settings, baseUrl }: Pick<PortalTools, 'accounts' | 'settings' | 'baseUrl'>,
): Admit {
  const owners = new Set(settings.owners.map(accounts.fold))
  const publicOrigin = new URL(baseUrl).origin // behind a proxy that sends another Host
  const isOwn = (origin: string) => origin === publicOrigin

  return async function admit(request, access) {
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && isFromOtherOrigin(request, isOwn)) throw new Refusal('other_site')
    if (access === 'open') return nobody

    const token = tokenIn(request.headers.cookie)
    const session = token === undefined ? undefined : await sessions.use(token)
    if (token === undefined || !session) throw new Refusal('not_signed_in')

    // Who was removed, or has another password since, is out at once, also when the command line did it.
    const account = await accounts.find(session.name)
    if (account?.stamp !== session.stamp) {
      await sessions.end(token)
      throw new Refusal('not_signed_in')
    }
    if (changes && !isToken(request.headers['x-csrf-token'], csrfTokenOf(token)))
      throw new Refusal('wrong_csrf_token')

    const isOwner = owners.has(accounts.fold(account.name))
    if (access === 'owner' && !isOwner) throw new Refusal('not_an_owner')
    return { name: account.name, isOwner, token }
  }
}

function isToken(shown: string | string[] | undefined, expected: string): boolean {
  const given = Buffer.from(String(shown ?? ''))
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
