import { existsSync, writeFileSync } from 'node:fs'
import { appendFile, chmod, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { startPortal } from './_support/portal.ts'

const applications = 'catalogs/sandbox/applications'

/** A folder in which not even the superuser can write. */
const unwritable = '/proc/tty'
const onLinux = existsSync(unwritable) ? test : test.skip

onLinux('where documents cannot be written, that is said, and told in the log', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'before' }))
  const folder = join(portal.folder, applications)
  await rm(folder, { recursive: true })
  await symlink(unwritable, folder)

  const answer = await anna.call('POST', '/applications', { name: 'shop' })
  t.like(answer, { status: 503, body: { code: 'not_written' } })
  t.regex(answer.body.detail, /cannot write/)
  t.regex(portal.lines.join(), /an application could not be written/)
  t.is((await anna.get('/applications/before')).status, 200, 'what is in use stays')
})

test('while the documents are wrong, nothing is changed, and the developer learns no more than that', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await writeFile(join(portal.folder, 'apis/secret-name.yaml'), 'swagger: [')
  const answer = await anna.call('POST', '/applications', { name: 'shop' })
  t.like(answer, { status: 503, body: { code: 'documents_wrong' } })
  t.false(JSON.stringify(answer.body).includes('secret-name'))
  t.regex(portal.lines.join(), /secret-name/)
  t.deepEqual(await readdir(join(portal.folder, applications)), ['app.yaml'])

  await rm(join(portal.folder, 'apis/secret-name.yaml'))
  t.is((await anna.call('POST', '/applications', { name: 'shop' })).status, 201)
})

test('a change that no worker can use is undone', async (t) => {
  let used = true
  const portal = await startPortal(t, { used: () => used })
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const file = join(portal.folder, applications, 'shop.yaml')
  const before = await readFile(file, 'utf8')
  await chmod(file, 0o600)

  used = false
  for (const [method, path, body] of [
    ['POST', '/applications', { name: 'other' }],
    ['PATCH', '/applications/shop', { title: 'other' }],
    ['DELETE', '/applications/shop', undefined],
  ] as const) {
    const answer = await anna.call(method, path, body)
    t.like(answer, { status: 503, body: { code: 'documents_wrong' } }, method)
    t.deepEqual((await readdir(join(portal.folder, applications))).sort(), ['app.yaml', 'shop.yaml'])
    t.is(await readFile(file, 'utf8'), before)
    t.is((await stat(file)).mode & 0o777, 0o600)
  }
  t.deepEqual(
    portal.trail.map(({ action }) => action),
    ['portal create'],
  )
})

test('what others have changed since an edit stays when it is undone', async (t) => {
  let theirs = ''
  const portal = await startPortal(t, {
    used() {
      if (theirs !== '') writeFileSync(join(portal.folder, applications, 'shop.yaml'), theirs)
      return theirs === ''
    },
  })
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const file = join(portal.folder, applications, 'shop.yaml')
  theirs = `${await readFile(file, 'utf8')}# theirs\n`
  t.is((await anna.call('PATCH', '/applications/shop', { title: 'other' })).status, 503)
  t.is(await readFile(file, 'utf8'), theirs)
})

test('a document that went away meanwhile is no application any more', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  await rm(join(portal.folder, applications, 'shop.yaml'))
  t.like(await anna.call('PATCH', '/applications/shop', { title: 'x' }), { status: 503 })
  t.is((await anna.call('POST', '/applications', { name: 'other' })).status, 201)
  t.is((await anna.get('/applications/shop')).status, 404)
})

test('problems of the application are reported to the developer', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  const answer = await anna.call('POST', '/applications', { name: 'shop', grants: ['access_code'] })
  t.like(answer, { status: 422, body: { code: 'wrong_application' } })
  t.regex(answer.body.detail, /is not supported by any OAuth provider of the catalog: "access_code"/)
  t.false(answer.body.detail.includes('.yaml'))
  t.deepEqual(await readdir(join(portal.folder, applications)), ['app.yaml'])
})

test('a file that is there already, though not in use, is not overwritten', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  const file = join(portal.folder, applications, 'shop.yaml')
  await writeFile(file, 'name: of-the-operator\ncredentials: [{ client_id: x }]\n')
  const before = await readFile(file, 'utf8')
  t.like(await anna.call('POST', '/applications', { name: 'shop' }), { status: 409, body: { code: 'name_taken' } })
  t.is(await readFile(file, 'utf8'), before)
})

test('a simultaneous change is not overwritten', async (t) => {
  const portal = await startPortal(t, {
    tried: async (folder) => {
      await appendFile(join(folder, applications, 'shop.yaml'), '# of the operator\n')
    },
  })
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  for (const [method, body] of [
    ['PATCH', { title: 'other' }],
    ['DELETE', undefined],
  ] as const) {
    const answer = await anna.call(method, '/applications/shop', body)
    t.like(answer, { status: 409, body: { code: 'overtaken' } })
  }
  t.regex(
    await readFile(join(portal.folder, applications, 'shop.yaml'), 'utf8'),
    /of the operator\n# of the operator\n$/,
  )
})

test('changes work when the audit trail cannot be written', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  portal.trail.push = () => {
    throw new Error('the disk is full')
  }
  t.is((await anna.call('POST', '/applications', { name: 'shop' })).status, 201)
  t.regex(portal.lines.join(), /the disk is full/)
})

test('only users who change applications too often are limited', async (t) => {
  const portal = await startPortal(t)
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const { store, clock } = portal
  const window = Math.floor(clock.now / 3_600_000)
  const { hash } = await import('node:crypto')
  const key = hash('sha256', `${window} anna`, 'base64url')
  await store.count('portal-changes /acme/sandbox', key, 199, (window + 1) * 3_600_000)

  const answer = await anna.call('PATCH', '/applications/shop', { title: 'again' })
  t.like(answer, { status: 429, body: { code: 'too_many_changes' } })
  t.true(Number(answer.headers.get('retry-after')) > 0)
  t.is((await bob.call('POST', '/applications', { name: 'other' })).status, 201)
})

for (const code of ['unavailable', 'failed'] as const)
  test(`while the counters are away (${code}), a sign-in is a 503 that says when to try again`, async (t) => {
    const portal = await startPortal(t)
    const anna = await portal.signedUp('anna')
    const away = () => Promise.reject(new StateStoreError(code, 'no answer within 1000 ms'))
    Object.assign(portal.store, { count: away })
    const answer = await portal.browser().call('POST', '/session', { name: 'anna', password: 'wrong' })
    t.like(answer, { status: 503, body: { code: 'unavailable', retryAfter: 5 } })
    Object.assign(portal.store, { find: away })
    t.like(await anna.get('/session'), { status: 503, body: { code: 'unavailable', retryAfter: 5 } })
  })
