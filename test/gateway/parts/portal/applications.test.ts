import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import type { ApplicationView, CreateApplicationResponse } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import type { Browser } from './_support/browser.ts'
import { startPortal, type TestPortal } from './_support/portal.ts'

const shop = { name: 'shop', title: 'Web shop', redirectEndpoints: ['https://shop.example/back'] }

function documentOf({ folder }: TestPortal, name: string): Promise<string> {
  return readFile(join(folder, 'catalogs/sandbox/applications', `${name}.yaml`), 'utf8')
}

test('an application is created as a document without its secret', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  const { status, body } = await anna.call<CreateApplicationResponse>('POST', '/applications', {
    ...shop,
    grants: ['password'],
  })
  t.is(status, 201)
  t.like(body.application, { ...shop, state: 'enabled', clientType: 'confidential', secrets: 1 })
  t.deepEqual(body.application.grants, ['password'])
  t.regex(body.application.clientId, /^[0-9a-f]{32}$/)

  const text = await documentOf(portal, 'shop')
  t.like(parse(text), { name: 'shop', title: 'Web shop', owner: 'anna', grants: ['password'] })
  const secret = body.clientSecret as string
  t.is(secret.length, 43)
  t.false((text + portal.lines.join() + JSON.stringify(portal.trail)).includes(secret))
  t.like(portal.trail[0], { action: 'portal create', by: 'anna', application: 'shop' })
  t.false(JSON.stringify(portal.trail).includes('$argon2'))

  t.deepEqual((await anna.get('/applications')).body, [body.application] as never)
  t.deepEqual((await anna.get('/applications/shop')).body, body.application as never)
})

test('a public application has no secret', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  const { body } = await anna.call<CreateApplicationResponse>('POST', '/applications', {
    name: 'spa',
    clientType: 'public',
  })
  t.false('clientSecret' in body)
  t.like(body.application, { clientType: 'public', secrets: 0, grants: null })
  t.like(await anna.call('POST', '/applications/spa/secrets', {}), { status: 409, body: { code: 'no_secret' } })
  const check = await anna.call('POST', '/applications/spa/verify', { clientSecret: 'x' })
  t.like(check, { status: 409, body: { code: 'no_secret' } })
})

test('title, grants and redirect addresses are changed, remarks of the document stay', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { ...shop, grants: ['password'] }))
  const file = join(portal.folder, 'catalogs/sandbox/applications/shop.yaml')
  await writeFile(file, `# Of the operator.\n${await readFile(file, 'utf8')}`)

  const changed = await anna.call<ApplicationView>('PATCH', '/applications/shop', {
    title: 'Shop: "the" new',
    grants: null,
    redirectEndpoints: [],
  })
  t.is(changed.status, 200)
  t.like(changed.body, { title: 'Shop: "the" new', grants: null })
  t.deepEqual(changed.body.redirectEndpoints, [])
  t.true((await documentOf(portal, 'shop')).startsWith('# Of the operator.\n'))
  t.deepEqual((await anna.get('/applications/shop')).body, changed.body as never)
})

test('an application is deleted with its document', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', shop))
  t.is((await anna.call('DELETE', '/applications/shop')).status, 204)
  t.deepEqual((await anna.get('/applications')).body, [] as never)
  t.deepEqual(await readdir(join(portal.folder, 'catalogs/sandbox/applications')), ['app.yaml'])
  t.is((await anna.get('/applications/shop')).status, 404)
})

test("nobody sees, changes or deletes another's application, nor one of the operator's", async (t) => {
  const portal = await startPortal(t)
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  await requireSuccess(anna.call('POST', '/applications', shop))
  t.deepEqual((await bob.get('/applications')).body, [] as never)

  const before = [await documentOf(portal, 'shop'), await documentOf(portal, 'app')]
  const nothing = (await bob.get('/applications/nothing')).body
  for (const name of ['shop', 'app']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'mine' }],
      ['DELETE', '', undefined],
      ['POST', '/secrets', {}],
      ['DELETE', '/secrets/old', undefined],
      ['POST', '/verify', { clientSecret: 'x' }],
      ['PUT', '/subscriptions/news', { plan: 'free' }],
      ['DELETE', '/subscriptions/shop', undefined],
      ['GET', '/usage', undefined],
    ] as const) {
      const answer = await bob.call(method, `/applications/${name}${path}`, body)
      t.is(answer.status, 404, `${method} ${path}`)
      t.deepEqual(answer.body, nothing, `${method} ${path}`)
    }
  }
  t.deepEqual([await documentOf(portal, 'shop'), await documentOf(portal, 'app')], before)
})

test('a name can be used once, also by simultaneous requests', async (t) => {
  const portal = await startPortal(t)
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  const answers = await Promise.all([anna, bob].map((each) => each.call('POST', '/applications', shop)))
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  t.like(await bob.call('POST', '/applications', { name: 'app' }), { status: 409, body: { code: 'name_taken' } })
})

test('simultaneous changes are all kept', async (t) => {
  const portal = await startPortal(t)
  const people: Browser[] = []
  for (const name of ['anna', 'bob', 'carl']) people.push(await portal.signedUp(name))
  const names = people.flatMap((_, index) => [1, 2, 3, 4].map((number) => [index, `app-${index}-${number}`] as const))
  const created = await Promise.all(
    names.map(([index, name]) => people[index]?.call('POST', '/applications', { name })),
  )
  t.deepEqual([...new Set(created.map((each) => each?.status))], [201])
  const changed = await Promise.all(
    names.flatMap(([index, name]) => [
      people[index]?.call('PATCH', `/applications/${name}`, { title: `${name}!` }),
      people[index]?.call('PUT', `/applications/${name}/subscriptions/news`, { plan: 'free' }),
    ]),
  )
  t.deepEqual([...new Set(changed.map((each) => each?.status))], [200])
  for (const [index, person] of people.entries()) {
    const { body } = await person.get<ApplicationView[]>('/applications')
    t.deepEqual(
      body.map(({ title, subscriptions }) => [title, subscriptions.length]).sort(),
      [1, 2, 3, 4].map((number) => [`app-${index}-${number}!`, 1]),
    )
  }
})

test('a user can have the maximum number of applications and no more', async (t) => {
  const portal = await startPortal(t, { portal: 'self_signup: true, applications_per_user: 2' })
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  const many = await Promise.all(['a', 'b', 'c'].map((name) => anna.call('POST', '/applications', { name })))
  t.deepEqual(many.map(({ status }) => status).sort(), [201, 201, 409])
  t.is(many.find(({ status }) => status === 409)?.body.code, 'too_many_applications')
  t.is((await bob.call('POST', '/applications', { name: 'd' })).status, 201)
})

for (const name of [
  '../../../evil',
  '..',
  '.hidden',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a b',
  'a\n',
  '-x',
  'ä',
  '',
  'x'.repeat(65),
  7,
  ['a'],
  null,
]) {
  test(`refuses the name ${JSON.stringify(name)}`, async (t) => {
    const portal = await startPortal(t)
    const anna = await portal.signedUp('anna')
    const { status, body } = await anna.call('POST', '/applications', { name })
    t.is(status, 422)
    t.deepEqual(
      body.fields?.map(({ field }) => field),
      ['name'],
    )
    t.deepEqual(await readdir(join(portal.folder, 'catalogs/sandbox/applications')), ['app.yaml'])
  })
}

for (const [title, body, field] of [
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a blank title', { title: ' ' }, 'title'],
  ['a title that is too long', { title: 'x'.repeat(101) }, 'title'],
  ['a grant that does not exist', { grants: ['implicit'] }, 'grants'],
  ['no grant at all', { grants: [] }, 'grants'],
  ['a relative redirect', { redirectEndpoints: ['/back'] }, 'redirectEndpoints[0]'],
  ['a redirect with a fragment', { redirectEndpoints: ['https://a.example/#x'] }, 'redirectEndpoints[0]'],
  [
    'a redirect that runs code',
    { redirectEndpoints: ['https://a.example/', 'javascript:alert(1)'] },
    'redirectEndpoints[1]',
  ],
  ['a redirect for any host', { redirectEndpoints: ['https://*.example/'] }, 'redirectEndpoints[0]'],
  ['an owner', { owner: 'bob' }, 'owner'],
  ['a state', { state: 'enabled' }, 'state'],
] as const) {
  test(`rejects ${title} with the field`, async (t) => {
    const anna = await (await startPortal(t)).signedUp('anna')
    await requireSuccess(anna.call('POST', '/applications', shop))
    for (const [method, path] of [
      ['POST', '/applications'],
      ['PATCH', '/applications/shop'],
    ] as const) {
      const given = method === 'POST' ? { name: 'other', ...body } : body
      const answer = await anna.call(method, path, given)
      t.is(answer.status, 422)
      t.is(answer.body.code, 'wrong_body')
      t.true(
        answer.body.fields?.some((each) => each.field === field),
        JSON.stringify(answer.body),
      )
    }
  })
}

const texts = [
  'null',
  '"}: [#',
  '<script>alert(1)</script>',
  '- a',
  '2026-01-01',
  '$env{SLUICE_DATA}',
  '$$env{SLUICE_DATA}',
  '$file{/etc/hostname}',
  '$file{$env{SLUICE_DATA}/staff.json}',
]

for (const text of texts) {
  test(`the text ${text} is not changed by YAML or references`, async (t) => {
    const portal = await startPortal(t)
    const anna = await portal.signedUp('anna') // sign-up rejects markup in names
    const redirect = `https://a.example/${encodeURI(text).replaceAll(/%7B/g, '{').replaceAll('%7D', '}').replaceAll('#', '')}`
    const created = await anna.call<CreateApplicationResponse>('POST', '/applications', {
      name: 'shop',
      title: text,
      redirectEndpoints: [redirect],
    })
    t.like(created.body.application, { title: text })
    t.deepEqual(created.body.application.redirectEndpoints, [redirect])

    await requireSuccess(
      anna.call('PATCH', '/applications/shop', { title: `${text}.`, redirectEndpoints: [`${redirect}.`] }),
    )
    const { body } = await anna.get<ApplicationView>('/applications/shop')
    t.is(body.title, `${text}.`)
    t.deepEqual(body.redirectEndpoints, [`${redirect}.`])
  })
}
