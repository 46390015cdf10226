/** Authorizes a request: it checks the origin, the session, the CSRF token and the access condition of the resource. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isCrossOrigin } from '../../../../shared/http/request/cross-origin.ts'
import type { PortalUser, ResourceAccess } from '../context/portal-context.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import { PortalError } from '../http/portal-error.ts'
import { readSessionToken } from './session-cookie.ts'
import { deriveCsrfToken, type SessionStore } from './stores/session-store.ts'

export type AuthorizeRequest = (request: IncomingMessage, access: ResourceAccess) => Promise<PortalUser>

/** The header of every change that has the CSRF token of the session. */
export const csrfHeader = 'X-CSRF-Token'

const anonymousUser: PortalUser = { name: '', isOwner: false, token: '' }

export function buildAuthorizeRequest(
  sessions: SessionStore,
  { accounts, settings, baseUrl }: Pick<PortalDeps, 'accounts' | 'settings' | 'baseUrl'>,
): AuthorizeRequest {
  const owners = new Set(settings.owners.map(accounts.fold))
  const publicOrigin = new URL(baseUrl).origin // differs from the request origin behind a proxy that sends another Host
  const isOwn = (origin: string) => origin === publicOrigin

  return async function admit(request, access) {
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && isCrossOrigin(request, isOwn)) throw new PortalError('other_site')
    if (access === 'open') return anonymousUser

    const token = readSessionToken(request.headers.cookie)
    const isPoll = !changes && request.headers['x-poll'] !== undefined
    const session = token === undefined ? undefined : await sessions.touch(token, { isPoll })
    const isOpen = access === 'catalogue' && settings.isPublic
    if (isOpen && !session) return anonymousUser
    if (token === undefined || !session) throw new PortalError('not_signed_in')

    // A removed user, or one with a new password, loses the session at once, even if the command line made the change.
    const account = await accounts.find(session.name)
    if (account?.stamp !== session.stamp) {
      await sessions.end(token)
      if (isOpen) return anonymousUser
      throw new PortalError('not_signed_in')
    }
    if (changes && !equalsToken(request.headers[csrfHeader.toLowerCase()], deriveCsrfToken(token)))
      throw new PortalError('wrong_csrf_token')

    const isOwner = owners.has(accounts.fold(account.name))
    if ((access === 'owner' || access === 'configurator') && !isOwner) throw new PortalError('not_an_owner')
    if (access === 'configurator' && !settings.ownersEditDocuments) throw new PortalError('not_a_configurator')
    return { name: account.name, isOwner, token }
  }
}

function equalsToken(shown: string | string[] | undefined, expected: string): boolean {
  const given = Buffer.from(String(shown ?? ''))
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
