import { writeFileSync } from 'node:fs'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'

import type {
  ConfigurationDocument,
  ConfigurationList,
  DocumentPreview,
} from '../../../src/portal/rest/index.ts'
import { addUser } from '../../../src/registries/index.ts'
import { type Browser, password } from '../_support/browser.ts'
import { startPortal, type TestOptions, type TestPortal } from '../_support/portal.ts'

const product = 'catalogs/sandbox/products/news.yaml'
const path = (file: string) => `/configuration/document?file=${encodeURIComponent(file)}`

/** Signs in as the owner, who cannot sign up. */
async function signInOwner(portal: TestPortal): Promise<Browser> {
  const { settings, caseSensitive } = portal.catalog().registries.get('staff') as {
    settings: unknown
    caseSensitive: boolean
  }
  await addUser({ file: (settings as { users_file: string }).users_file, caseSensitive }, 'owner', password)
  const owner = portal.browser()
  await owner.signIn('owner')
  return owner
}

async function startWithOwner(t: ExecutionContext, options: TestOptions = {}) {
  const portal = await startPortal(t, {
    portal: 'self_signup: true, owners: [owner], owners_edit_documents: true',
    ...options,
  })
  const owner = await signInOwner(portal)
  const read = async (file: string) => (await owner.call<ConfigurationDocument>('GET', path(file))).body
  return { portal, owner, read }
}

test('documents are listed with their kinds and titles', async (t) => {
  const { owner } = await startWithOwner(t)
  const { status, body } = await owner.call<ConfigurationList>('GET', '/configuration')
  t.is(status, 200)
  t.true(body.isWritable)
  t.false('undo' in body)
  const kinds = Object.fromEntries(body.documents.map(({ file, kind }) => [file, kind]))
  t.is(kinds['providers/staff.yaml'], 'user-registry')
  t.is(kinds['catalogs/sandbox/catalog.yaml'], 'catalog')
  t.is(kinds[product], 'product')
  t.is(body.documents.find(({ file }) => file === product)?.title, 'News')
})

test('a preview tells the difference, what changes, and whom it touches, and writes nothing', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const { text } = await read(product)
  const { body } = await owner.call<DocumentPreview>('POST', '/configuration/preview', {
    file: product,
    text: text.replace('10/1minute', '20/1minute'),
  })
  t.deepEqual(body.problems, [])
  t.regex(body.patch, /^-.*10\/1minute/m)
  t.regex(body.patch, /^\+.*20\/1minute/m)
  t.regex(
    String(body.changes[0]?.text),
    /plan news\/free: rate limit default: 10 per minute -> 20 per minute/,
  )
  t.is(await readFile(join(portal.folder, product), 'utf8'), text)
})

test('a preview of a document with an error gives the place of the error', async (t) => {
  const { owner, read } = await startWithOwner(t)
  const { text } = await read(product)
  const { body } = await owner.call<DocumentPreview>('POST', '/configuration/preview', {
    file: product,
    text: text.replace('10/1minute', 'many'),
  })
  t.like(body.problems[0], { severity: 'error', file: product })
})

test('a saved change is in use at once, is recorded, and can be undone once', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const { text, revision } = await read(product)
  const saved = await owner.call('PUT', '/configuration/document', {
    ...{ file: product, revision },
    text: text.replace('title: News', 'title: Newest'),
  })
  t.is(saved.status, 200)
  t.is(portal.catalog().products.find(({ name }) => name === 'news')?.title, 'Newest')
  t.like(portal.trail.at(-1), { action: 'portal document change', file: product, by: 'owner' })
  t.like((await owner.call<ConfigurationList>('GET', '/configuration')).body.undo, {
    file: product,
    by: 'owner',
  })

  t.is((await owner.call('POST', '/configuration/undo', {})).status, 200)
  t.is((await read(product)).text, text)
  t.is(portal.catalog().products.find(({ name }) => name === 'news')?.title, 'News')
  t.like(await owner.call('POST', '/configuration/undo', {}), {
    status: 404,
    body: { code: 'nothing_to_undo' },
  })
})

test('a document that another owner or a person changed meanwhile is not overwritten', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const { text, revision } = await read(product)
  await writeFile(join(portal.folder, product), `${text}# by hand\n`)
  const answer = await owner.call('PUT', '/configuration/document', { file: product, text: '', revision })
  t.like(answer, { status: 409, body: { code: 'document_changed' } })
  t.is(await readFile(join(portal.folder, product), 'utf8'), `${text}# by hand\n`)
})

test('an undo does not overwrite a later change by hand', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const { text, revision } = await read(product)
  await owner.call('PUT', '/configuration/document', { file: product, text: `${text}# one\n`, revision })
  await writeFile(join(portal.folder, product), `${text}# two\n`)
  t.like(await owner.call('POST', '/configuration/undo', {}), {
    status: 409,
    body: { code: 'document_changed' },
  })
  t.is((await read(product)).text, `${text}# two\n`)
})

test('documents are added and removed, and an addition can be undone', async (t) => {
  const { owner, read } = await startWithOwner(t)
  const file = 'providers/more.yaml'
  const text = 'name: more\ntitle: More\nregistry_type: lur\nusers_file: $env{SLUICE_DATA}/more.json\n'
  t.is((await owner.call('PUT', '/configuration/document', { file, text, revision: null })).status, 200)
  t.is((await read(file)).kind, 'user-registry')
  const again = await owner.call('PUT', '/configuration/document', { file, text, revision: null })
  t.like(again, { status: 409, body: { code: 'document_changed' } })

  t.is((await owner.call('POST', '/configuration/undo', {})).status, 200)
  t.like(await owner.call('GET', path(file)), { status: 404, body: { code: 'unknown_document' } })
})

test('a change with which the documents would have errors is rejected with the places, and nothing is written', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const before = await read(product)
  const answer = await owner.call('PUT', '/configuration/document', {
    ...{ file: product, revision: before.revision },
    text: before.text.replace('customers:1.0.0', 'nothing:1.0.0'),
  })
  t.like(answer, { status: 422, body: { code: 'wrong_document' } })
  t.regex(JSON.stringify(answer.body), /news\.yaml/)
  t.is((await read(product)).text, before.text)
  const removed = await owner.call('PUT', '/configuration/document', {
    ...{ file: 'catalogs/sandbox/catalog.yaml', text: null },
    revision: (await read('catalogs/sandbox/catalog.yaml')).revision,
  })
  t.like(removed, { status: 422, body: { code: 'wrong_document' } })
  t.is(portal.trail.filter(({ action }) => String(action).includes('document')).length, 0)
})

test('a change that the gateway cannot put to use is taken back', async (t) => {
  let used = true
  const { owner, read } = await startWithOwner(t, { used: () => used })
  const { text, revision } = await read(product)
  used = false
  const answer = await owner.call('PUT', '/configuration/document', {
    file: product,
    text: `${text}# x\n`,
    revision,
  })
  t.like(answer, { status: 422, body: { code: 'wrong_document' } })
  t.is((await read(product)).text, text)
})

test('a change is taken back even when other documents have become invalid meanwhile', async (t) => {
  let whenUsed = async () => {}
  const { portal, owner, read } = await startWithOwner(t, {
    used: () => {
      void whenUsed()
      return false
    },
  })
  const { text, revision } = await read(product)
  const other = join(portal.folder, 'providers/staff.yaml')
  const valid = await readFile(other, 'utf8')
  whenUsed = async () => writeFileSync(other, 'registry_type: [')
  const answer = await owner.call('PUT', '/configuration/document', {
    ...{ file: product, text: `${text}# x\n`, revision },
  })
  t.like(answer, { status: 422, body: { code: 'wrong_document' } })
  t.is(await readFile(join(portal.folder, product), 'utf8'), text)
  await writeFile(other, valid)
})

for (const file of [
  '../outside.yaml',
  'providers/../../outside.yaml',
  '/etc/passwd',
  'providers/.hidden.yaml',
  'providers/staff.json/../x.yaml',
  'notes.yaml',
  'providers/notes.txt',
  'catalogs/sandbox/products/deep/x.yaml',
  '',
]) {
  test(`${JSON.stringify(file)} is no path of a document`, async (t) => {
    const { owner } = await startWithOwner(t)
    t.like(await owner.call('GET', path(file)), { status: 422, body: { code: 'wrong_document_path' } })
    const body = file === '' ? undefined : { file, text: 'x: 1', revision: null }
    if (body) t.is((await owner.call('PUT', '/configuration/document', body)).status, 422)
  })
}

test('a link to a file outside is neither read nor written', async (t) => {
  const { portal, owner } = await startWithOwner(t)
  await symlink('/etc/hostname', join(portal.folder, 'providers/link.yaml'))
  t.like(await owner.call('GET', path('providers/link.yaml')), {
    status: 422,
    body: { code: 'wrong_document_path' },
  })
})

test('documents that cannot be written say so', async (t) => {
  if (process.getuid?.() === 0) return t.pass('root writes everywhere')
  const { portal, read } = await startWithOwner(t)
  await chmod(join(portal.folder, product), 0o400)
  t.false((await read(product)).isWritable)
})

test('only owners of a catalog that allows it see and change documents', async (t) => {
  const { portal } = await startWithOwner(t)
  const anna = await portal.signedUp('anna')
  t.like(await anna.get('/configuration'), { status: 403, body: { code: 'not_an_owner' } })
  t.like(await anna.call('POST', '/configuration/undo', {}), { status: 403 })
  t.is((await portal.browser().get('/configuration')).status, 401)

  const closed = await startPortal(t)
  const owner = await signInOwner(closed)
  for (const [method, resource] of [
    ['GET', '/configuration'],
    ['GET', path(product)],
    ['POST', '/configuration/preview'],
    ['PUT', '/configuration/document'],
    ['POST', '/configuration/undo'],
  ] as const) {
    const answer = await owner.call(method, resource, method === 'GET' ? undefined : {})
    t.like(answer, { status: 403, body: { code: 'not_a_configurator' } }, `${method} ${resource}`)
  }
})

test('a form gets the schema of the kind', async (t) => {
  const { read } = await startWithOwner(t)
  const { schema, kind } = await read('providers/staff.yaml')
  t.is(kind, 'user-registry')
  t.regex(JSON.stringify(schema), /registry_type/)
})
