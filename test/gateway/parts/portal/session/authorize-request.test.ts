import type { IncomingMessage } from 'node:http'
import test from 'ava'
import type { PortalDeps } from '../../../../../src/gateway/parts/portal/context/portal-deps.ts'
import { PortalError } from '../../../../../src/gateway/parts/portal/http/portal-error.ts'
import { buildAuthorizeRequest } from '../../../../../src/gateway/parts/portal/session/authorize-request.ts'
import {
  deriveCsrfToken,
  type SessionStore,
} from '../../../../../src/gateway/parts/portal/session/stores/session-store.ts'

interface Portal {
  isPublic?: boolean
  ownersEditDocuments?: boolean
  /** The stamp of the account; undefined when the account was removed. */
  stamp?: string | undefined
}

/** Opens a portal with a session `anna-token` of Anna and `olaf-token` of the owner Olaf. */
function openPortal({ isPublic = false, ownersEditDocuments = true, ...given }: Portal = {}) {
  const stamp = 'stamp' in given ? given.stamp : 'first'
  const ended: string[] = []
  const sessions = {
    touch: async (token: string) =>
      token.endsWith('-token') ? { name: token.replace('-token', ''), stamp: 'first' } : undefined,
    end: async (token: string) => void ended.push(token),
  } as unknown as SessionStore
  const deps = {
    accounts: {
      fold: (name: string) => name.toLowerCase(),
      find: async (name: string) => (stamp === undefined ? undefined : { name, stamp }),
    },
    settings: { owners: ['OLAF'], isPublic, ownersEditDocuments },
    baseUrl: 'https://portal.example',
  } as unknown as PortalDeps
  return { authorize: buildAuthorizeRequest(sessions, deps), ended }
}

function request(method: string, headers: Record<string, string> = {}): IncomingMessage {
  return { method, headers: { host: 'gateway.internal', ...headers }, socket: {} } as unknown as IncomingMessage
}

const signedIn = (name: string, headers: Record<string, string> = {}) => ({
  cookie: `sluice_portal=${name}-token`,
  'x-csrf-token': deriveCsrfToken(`${name}-token`),
  ...headers,
})

test('a session gives its user, and the owners of the catalog are owners in any spelling', async (t) => {
  const { authorize } = openPortal()
  t.like(await authorize(request('GET', signedIn('anna')), 'user' as never), { name: 'anna', isOwner: false })
  t.like(await authorize(request('POST', signedIn('olaf')), 'configurator'), { name: 'olaf', isOwner: true })
})

for (const [title, portal, method, headers, access, code] of [
  ['a request without a session', {}, 'GET', {}, 'user', 'not_signed_in'],
  ['a session that has ended', {}, 'GET', { cookie: 'sluice_portal=old' }, 'user', 'not_signed_in'],
  ['a change without the CSRF token', {}, 'POST', { cookie: 'sluice_portal=anna-token' }, 'user', 'wrong_csrf_token'],
  [
    'a change with the CSRF token of another session',
    {},
    'DELETE',
    signedIn('anna', { 'x-csrf-token': deriveCsrfToken('olaf-token') }),
    'user',
    'wrong_csrf_token',
  ],
  [
    'a change from a page of another site',
    {},
    'POST',
    signedIn('anna', { origin: 'https://evil.example' }),
    'open',
    'other_site',
  ],
  ['a user at a resource of owners', {}, 'GET', signedIn('anna'), 'owner', 'not_an_owner'],
  ['a user at a resource that changes documents', {}, 'GET', signedIn('anna'), 'configurator', 'not_an_owner'],
  [
    'an owner who may not change documents',
    { ownersEditDocuments: false },
    'GET',
    signedIn('olaf'),
    'configurator',
    'not_a_configurator',
  ],
  ['a visitor of a public catalogue elsewhere', { isPublic: true }, 'GET', {}, 'user', 'not_signed_in'],
  ['a visitor of a catalogue that is not public', {}, 'GET', {}, 'catalogue', 'not_signed_in'],
] as const) {
  test(`refuses ${title}: ${code}`, async (t) => {
    const { authorize } = openPortal(portal)
    const error = await t.throwsAsync(authorize(request(method, headers), access as never), { instanceOf: PortalError })
    t.like(error.problem, { code })
  })
}

for (const [title, stamp] of [
  ['was removed', undefined],
  ['has a new password', 'second'],
] as const) {
  test(`the session of an account that ${title} ends`, async (t) => {
    const { authorize, ended } = openPortal({ stamp })
    const error = await t.throwsAsync(authorize(request('GET', signedIn('anna')), 'user' as never))
    t.like(error, { problem: { code: 'not_signed_in' } })
    t.deepEqual(ended, ['anna-token'])
  })
}

test('the origin of the base URL may change things, and visitors see a public catalogue', async (t) => {
  const { authorize } = openPortal({ isPublic: true })
  const own = signedIn('anna', { origin: 'https://portal.example' })
  t.like(await authorize(request('POST', own), 'user' as never), { name: 'anna' })
  t.like(await authorize(request('GET'), 'catalogue'), { name: '', isOwner: false })
})
