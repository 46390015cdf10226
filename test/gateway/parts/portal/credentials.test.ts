import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openSecretUseRecorder } from '../../../../src/gateway/consumers/index.ts'
import type { ApplicationView, CreateCredentialResponse } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { sharedSecretVerifier } from '../../../../src/shared/security/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { startPortal } from './_support/portal.ts'

const path = '/applications/shop/credentials'

async function openWithApplication(t: Parameters<typeof startPortal>[0]) {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  return { portal, anna }
}

test('a credential has a name, a client id and a secret of its own', async (t) => {
  const { portal, anna } = await openWithApplication(t)
  const { status, body } = await anna.call<CreateCredentialResponse>('POST', path, { name: 'Night batch' })
  t.is(status, 201)
  const [first, added] = portal.catalog().applications.find(({ name }) => name === 'shop')?.credentials ?? []
  t.like(added, { name: 'Night batch', clientId: body.clientId, createdAt: portal.clock.now })
  t.not(first?.clientId, body.clientId)
  t.true(await sharedSecretVerifier.verify(added?.secretHashes ?? [], body.clientSecret))
  const text = await readFile(join(portal.folder, 'catalogs/sandbox/applications/shop.yaml'), 'utf8')
  t.false(text.includes(body.clientSecret))
  t.false(JSON.stringify(portal.trail).includes(body.clientSecret))
  t.like(portal.trail.at(-1), { action: 'portal add credential', credential: 'Night batch', by: 'anna' })
})

test('the application shows each credential with its last use', async (t) => {
  const { portal, anna } = await openWithApplication(t)
  const { body } = await anna.call<CreateCredentialResponse>('POST', path, { name: 'batch' })
  const added = portal.catalog().applications.find(({ name }) => name === 'shop')?.credentials[1]
  const log = openLog({ level: 'error', write: () => {} })
  const now = () => portal.clock.now
  openSecretUseRecorder('/acme/sandbox', { store: portal.store, clock: now, log }).record(
    body.clientId,
    added?.secretHashes[0] ?? '',
  )
  const found = (await anna.get<ApplicationView>('/applications/shop')).body
  t.deepEqual(
    found.credentials.map(({ name, lastUsed }) => [name, lastUsed]),
    [
      ['default', null],
      ['batch', new Date(portal.clock.now).toISOString()],
    ],
  )
})

test('a credential is removed by its name; the last one stays', async (t) => {
  const { portal, anna } = await openWithApplication(t)
  await requireSuccess(anna.call('POST', path, { name: 'batch' }))
  t.is((await anna.call('DELETE', `${path}/default`)).status, 204)
  const left = portal.catalog().applications.find(({ name }) => name === 'shop')?.credentials
  t.deepEqual(
    left?.map(({ name }) => name),
    ['batch'],
  )
  t.like(await anna.call('DELETE', `${path}/batch`), { status: 409, body: { code: 'last_credential' } })
  t.like(await anna.call('DELETE', `${path}/default`), { status: 404, body: { code: 'unknown_credential' } })
})

test('names are unique and at most ten', async (t) => {
  const { anna } = await openWithApplication(t)
  t.like(await anna.call('POST', path, { name: 'default' }), { status: 409, body: { code: 'credential_taken' } })
  for (const name of ['', ' x', 'x'.repeat(65), '$env{SECRET}', 'a\nb'])
    t.is((await anna.call('POST', path, { name })).status, 422, name)
  for (let at = 1; at < 10; at++) t.is((await anna.call('POST', path, { name: `c${at}` })).status, 201)
  t.like(await anna.call('POST', path, { name: 'c10' }), { status: 409, body: { code: 'too_many_credentials' } })
})

test('public applications and applications of other users get none', async (t) => {
  const { portal, anna } = await openWithApplication(t)
  await requireSuccess(anna.call('POST', '/applications', { name: 'page', clientType: 'public' }))
  const open = await anna.call('POST', '/applications/page/credentials', { name: 'x' })
  t.like(open, { status: 409, body: { code: 'no_secret' } })
  const bob = await portal.signedUp('bob')
  t.is((await bob.call('POST', path, { name: 'x' })).status, 404)
  t.is((await bob.call('DELETE', `${path}/default`)).status, 404)
})
