import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { buildMounts, createRequestTracker, type Mount } from '../../../../src/gateway/runtime/app/mounts.ts'

const handle = () => {}

function provider(path: string) {
  return { mountPaths: [path], wellKnownPath: `/.well-known/oauth-authorization-server${path}`, handle }
}

const short = provider('/acme/sandbox/oauth')
const long = provider('/acme/sandbox/oauth-2/customers/v1')
const other = provider('/acme/production/oauth')
const root = { ...provider('/acme/root'), mountPaths: ['/acme/root/oauth2', '/acme/root/.well-known'] }
const portal = { path: '/acme/sandbox/portal', handle }
const resource = { wellKnownPath: '/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1', handle }
const mounted = { providers: [short, long, other, root], portals: [portal], resources: [resource] }
const find = buildMounts(mounted).find

for (const [target, mount] of [
  ['/acme/sandbox/oauth', short],
  ['/acme/sandbox/oauth/', short],
  ['/acme/sandbox/oauth/oauth2/token', short],
  ['/acme/sandbox/oauth?state=/acme/sandbox/portal', short],
  ['/.well-known/oauth-authorization-server/acme/sandbox/oauth', short],
  ['/.well-known/oauth-authorization-server/acme/sandbox/oauth/more?x', short],
  ['/acme/sandbox/oauth-2/customers/v1/oauth2/token', long],
  ['/.well-known/oauth-authorization-server/acme/sandbox/oauth-2/customers/v1', long],
  ['/acme/production/oauth/oauth2/token', other],
  ['/acme/root/oauth2/token', root],
  ['/.well-known/oauth-authorization-server/acme/root', root],
  ['/acme/sandbox/portal', portal],
  ['/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1', resource],
  ['/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1?x', resource],
  ['/acme/sandbox/portal/api/v1/applications?limit=1', portal],
] as const) {
  test(`finds the mount of ${target}`, (t) => t.is(find(target), mount))
}

for (const target of [
  '/',
  '',
  '*',
  '?',
  '/acme',
  '/acme/sandbox',
  '/acme/root/customers',
  '/acme/sandbox/',
  '/acme/sandbox/oauth-2',
  '/acme/sandbox/oauth-2/customers',
  '/acme/sandbox/oauth-2/customers/v10',
  '/acme/sandbox/oauthx/oauth2/token',
  '/acme/sandbox/OAUTH/oauth2/token',
  '//acme/sandbox/oauth',
  '/acme//sandbox/oauth',
  '/acme/sandbox?/oauth',
  '/acme/sandbox/customerdb/v1/customers?next=/acme/sandbox/oauth',
  'http://localhost/acme/sandbox/oauth',
  '/.well-known/oauth-authorization-server/acme/sandbox/portal',
  '/.well-known/oauth-authorization-server/acme/sandbox',
  '/.well-known/oauth-protected-resource/acme/sandbox/customerdb',
  '/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1/customers',
]) {
  test(`leaves "${target}" to the data plane`, (t) => t.is(find(target), undefined))
}

test('finds a provider and a portal each in its own look-up', (t) => {
  const { findProvider, findPortal } = buildMounts(mounted)
  t.is(findProvider('/acme/sandbox/oauth/oauth2/token'), short)
  t.is(findProvider('/acme/sandbox/portal'), undefined)
  t.is(findPortal('/acme/sandbox/portal'), portal)
  t.is(findPortal('/acme/sandbox/oauth/oauth2/token'), undefined)
  t.is(findPortal('/.well-known/oauth-authorization-server/acme/sandbox/oauth'), undefined)
})

test('leaves everything to the data plane where nothing is mounted', (t) => {
  const { find } = buildMounts({ providers: [], portals: [], resources: [] })
  t.is(find('/acme/sandbox/oauth'), undefined)
  t.is(find(''), undefined)
})

test('finds one of a thousand mounts without visiting the others', (t) => {
  let looks = 0
  const providers = Array.from({ length: 1_000 }, (_, index) => {
    const each = provider(`/acme/sandbox/oauth-${index}`)
    return {
      handle,
      get mountPaths() {
        looks += 1
        return each.mountPaths
      },
      get wellKnownPath() {
        looks += 1
        return each.wellKnownPath
      },
    }
  })
  const { find } = buildMounts({ providers, portals: [portal], resources: [] })
  looks = 0

  t.is(find('/acme/sandbox/oauth-999/oauth2/token'), providers[999])
  t.is(find('/acme/sandbox/customerdb/v1/customers'), undefined)
  t.is(looks, 0)
})

test('a request is in flight until its handler has ended, also when its client hangs up', async (t) => {
  const { track, whenIdle } = createRequestTracker()
  const handled = Promise.withResolvers<void>()
  const response = new EventEmitter()
  track<Mount>({ handle: () => handled.promise }).handle({} as IncomingMessage, response as ServerResponse)
  response.emit('close')
  const first = await Promise.race([whenIdle().then(() => 'idle'), setImmediate('in flight')])
  t.is(first, 'in flight')
  handled.resolve()
  await whenIdle()
})
