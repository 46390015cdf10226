import { writeFileSync } from 'node:fs'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type {
  ConfigurationDocument,
  ConfigurationList,
  DocumentPreview,
  ImportedApiView,
} from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../../_support/require-success.ts'
import { signInOwner, startWithOwner as startOwner } from '../_support/owner.ts'
import { startPortal, type TestOptions } from '../_support/portal.ts'

const product = 'catalogs/sandbox/products/news.yaml'
const path = (file: string) => `/configuration/document?file=${encodeURIComponent(file)}`

async function startWithOwner(t: ExecutionContext, options: TestOptions = {}) {
  const started = await startOwner(t, options)
  const read = async (file: string) => (await started.owner.call<ConfigurationDocument>('GET', path(file))).body
  return { ...started, read }
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
  t.regex(String(body.changes[0]?.text), /plan news\/free: rate limit default: 10 per minute -> 20 per minute/)
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
    file: product,
    revision,
    text: text.replace('title: News', 'title: Newest'),
  })
  t.is(saved.status, 200)
  t.is(portal.catalog().products.find(({ name }) => name === 'news')?.title, 'Newest')
  t.like(portal.trail.at(-1), { action: 'portal document change', file: product, by: 'owner' })
  t.like((await owner.call<ConfigurationList>('GET', '/configuration')).body.undo, { file: product, by: 'owner' })

  t.is((await owner.call('POST', '/configuration/undo', {})).status, 200)
  t.is((await read(product)).text, text)
  t.is(portal.catalog().products.find(({ name }) => name === 'news')?.title, 'News')
  t.like(await owner.call('POST', '/configuration/undo', {}), { status: 404, body: { code: 'nothing_to_undo' } })
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
  await requireSuccess(
    owner.call('PUT', '/configuration/document', { file: product, text: `${text}# one\n`, revision }),
  )
  await writeFile(join(portal.folder, product), `${text}# two\n`)
  t.like(await owner.call('POST', '/configuration/undo', {}), {
    status: 409,
    body: { code: 'document_changed', detail: `${product} was changed since; nothing was undone.` },
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

test('a change that names a file outside of the folders is neither previewed, tested nor saved', async (t) => {
  const { owner } = await startWithOwner(t)
  const file = 'providers/foreign.yaml'
  const text = 'name: foreign\ntitle: Foreign\nregistry_type: lur\nusers_file: /etc/other/users.json\n'
  const words = /users_file names .* outside the folders whose files documents may name/
  for (const [method, resource, body] of [
    ['POST', '/configuration/preview', { file, text }],
    ['PUT', '/configuration/document', { file, text, revision: null }],
  ] as const) {
    const { status, body: answer } = await owner.call(method, resource, body)
    t.true(status >= 400)
    t.regex(JSON.stringify(answer), words)
  }
  const test = { file, text, user: 'ada', password: 'x' }
  t.regex(JSON.stringify(await owner.call('POST', '/configuration/sign-in-test', test)), words)
})

test('a text of up to 4 MiB is accepted, counted in bytes', async (t) => {
  const { owner, read } = await startWithOwner(t)
  const { text, revision } = await read(product)
  const fill = (letter: string, bytes: number) => {
    const head = `${text}# `
    return head + letter.repeat((bytes - Buffer.byteLength(head)) / Buffer.byteLength(letter))
  }
  const largest = { file: product, text: fill('x', 4 * 1024 * 1024) }
  t.is((await owner.call('POST', '/configuration/preview', largest)).status, 200)

  const tooLarge = { file: product, text: fill('é', 4 * 1024 * 1024 + 2) }
  const changes = [{ ...tooLarge, revision }]
  for (const [method, at, body] of [
    ['POST', '/configuration/preview', tooLarge],
    ['PUT', '/configuration/document', { ...tooLarge, revision }],
    ['POST', '/configuration/changes/preview', { changes: [tooLarge] }],
    ['POST', '/configuration/changes', { changes }],
  ] as const) {
    const response = await owner.call(method, at, body)
    t.is(response.status, 422, at)
    t.regex(
      JSON.stringify(response.body),
      /news\.yaml has 419430\d bytes, and the portal changes files of up to 4194304/,
    )
  }
  t.is((await read(product)).text, text)
})

test('a change with which the documents would have errors is rejected with the places, and nothing is written', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const before = await read(product)
  const answer = await owner.call('PUT', '/configuration/document', {
    file: product,
    revision: before.revision,
    text: before.text.replace('customers:1.0.0', 'nothing:1.0.0'),
  })
  t.like(answer, { status: 422, body: { code: 'wrong_document' } })
  t.regex(JSON.stringify(answer.body), /news\.yaml/)
  t.is((await read(product)).text, before.text)
  const removed = await owner.call('PUT', '/configuration/document', {
    file: 'catalogs/sandbox/catalog.yaml',
    text: null,
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
  const answer = await owner.call('PUT', '/configuration/document', { file: product, text: `${text}# x\n`, revision })
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
  const answer = await owner.call('PUT', '/configuration/document', { file: product, text: `${text}# x\n`, revision })
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
  'catalogs/sandbox/applications/deep/x.yaml',
  'catalogs/sandbox/products/deep/../../../../outside.yaml',
  '',
]) {
  test(`${JSON.stringify(file)} is no path of a document`, async (t) => {
    const { owner } = await startWithOwner(t)
    const rejection = { status: 422, body: { code: 'wrong_document_path' } }
    t.like(await owner.call('GET', path(file)), rejection)
    t.like(await owner.call('GET', `/configuration/references?file=${encodeURIComponent(file)}`), rejection)
    if (file === '') return // the schemas of the bodies reject it
    for (const [method, resource, body] of [
      ['PUT', '/configuration/document', { file, text: 'x: 1', revision: null }],
      ['POST', '/configuration/preview', { file, text: 'x: 1' }],
      ['POST', '/configuration/rename', { file, name: 'x' }],
      ['POST', '/configuration/sign-in-test', { file, text: 'x: 1', user: 'a', password: 'b' }],
    ] as const)
      t.like(await owner.call(method, resource, body), rejection, resource)
  })
}

test('a document that does not exist has no references and cannot be renamed', async (t) => {
  const { owner } = await startWithOwner(t)
  const file = 'providers/none.yaml'
  const rejection = { status: 404, body: { code: 'unknown_document' } }
  const references = `/configuration/references?file=${encodeURIComponent(file)}`
  t.like(await owner.call('GET', references), rejection)
  t.like(await owner.call('POST', '/configuration/rename', { file, name: 'some' }), rejection)
})

test('a link to a file outside is neither read nor written', async (t) => {
  const { portal, owner } = await startWithOwner(t)
  await symlink('/etc/hostname', join(portal.folder, 'providers/link.yaml'))
  t.like(await owner.call('GET', path('providers/link.yaml')), { status: 422, body: { code: 'wrong_document_path' } })
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

test('a rename changes every reference, and the file that has the name, together', async (t) => {
  const { portal, owner, read } = await startWithOwner(t)
  const file = 'providers/staff.yaml'
  const references = await owner.call<{ file: string; path: string }[]>(
    'GET',
    `/configuration/references?file=${encodeURIComponent(file)}`,
  )
  t.deepEqual(
    references.body.map((each) => `${each.file} ${each.path}`),
    ['catalogs/sandbox/catalog.yaml api_user_registries.1', 'catalogs/sandbox/catalog.yaml portal.user_registry'],
  )
  const planned = await owner.call<{ changes: { file: string; text: string | null; revision: string | null }[] }>(
    'POST',
    '/configuration/rename',
    { file, name: 'people' },
  )
  const { changes } = planned.body
  t.deepEqual(
    changes.map((each) => each.file),
    ['providers/people.yaml', file, 'catalogs/sandbox/catalog.yaml'],
  )
  const preview = await owner.call<DocumentPreview>('POST', '/configuration/changes/preview', {
    changes: changes.map(({ file, text }) => ({ file, text })),
  })
  t.deepEqual(preview.body.problems, [])
  t.is((await owner.call('POST', '/configuration/changes', { changes })).status, 200)
  t.is(portal.catalog().portal?.registry, 'people')
  t.like(await owner.call('GET', path(file)), { status: 404 })

  t.is((await owner.call('POST', '/configuration/undo', {})).status, 200)
  t.is(portal.catalog().portal?.registry, 'staff')
  t.is((await read(file)).kind, 'user-registry')
})

test('several changes are made together or not at all', async (t) => {
  const { owner, read } = await startWithOwner(t)
  const before = await read(product)
  const answer = await owner.call('POST', '/configuration/changes', {
    changes: [
      { file: product, text: `${before.text}# x\n`, revision: before.revision },
      { file: 'providers/staff.yaml', text: null, revision: (await read('providers/staff.yaml')).revision },
    ],
  })
  t.like(answer, { status: 422, body: { code: 'wrong_document' } })
  t.is((await read(product)).text, before.text)
})

test('an OpenAPI file becomes an API document, and its scopes are added to the provider', async (t) => {
  const { owner, read } = await startWithOwner(t)
  const provider = (await owner.call<ConfigurationList>('GET', '/configuration')).body.documents.find(
    ({ kind }) => kind === 'oauth-provider',
  )
  const text = `openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example }]
components: { securitySchemes: { o: { type: oauth2, flows: { password: { tokenUrl: /t, scopes: { pets.read: Read } } } } } }
security: [{ o: [pets.read] }]
paths: { /pets: { get: { operationId: listPets, responses: { "200": { description: ok } } } } }
`
  const request = {
    catalog: 'catalogs/sandbox/catalog.yaml',
    provider: provider?.name,
    files: [{ path: 'pets.yaml', text }],
  }
  const { body } = await owner.call<{ changes: { file: string; text: string }[] }>(
    'POST',
    '/configuration/import',
    request,
  )
  t.deepEqual(
    body.changes.map(({ file }) => file),
    ['apis/pets.yaml', provider?.file],
  )
  t.regex(String(body.changes[1]?.text), /pets\.read: Read/)
  t.is((await owner.call('POST', '/configuration/changes', { changes: body.changes })).status, 200)
  t.is((await read('apis/pets.yaml')).kind, 'api')

  const again = await owner.call<{ notes: string[] }>('POST', '/configuration/import', request)
  t.true(again.body.notes.includes('apis/pets.yaml exists already: its text is replaced.'))
  const own = {
    ...request,
    files: [
      {
        path: 'pets.yaml',
        text: text.replace('scopes: { pets.read: Read }', 'scopes: {}').replace('[pets.read]', '[]'),
      },
    ],
  }
  const withoutScopes = await owner.call<{ changes: { file: string }[] }>('POST', '/configuration/import', own)
  t.deepEqual(
    withoutScopes.body.changes.map(({ file }) => file),
    ['apis/pets.yaml'],
  )
  const outside = text.replace('paths:', 'x-ibm-a: { $ref: /etc/passwd }\npaths:')
  const files = [{ path: 'pets.yaml', text: outside }]
  t.like(await owner.call('POST', '/configuration/import', { ...request, files }), { status: 422 })
})

test('an import adds what the gateway authenticates itself with at the upstream, as references', async (t) => {
  const { owner } = await startWithOwner(t)
  const { documents } = (await owner.call<ConfigurationList>('GET', '/configuration')).body
  const provider = documents.find(({ kind }) => kind === 'oauth-provider')?.name
  const catalog = 'catalogs/sandbox/catalog.yaml'
  const text = `openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example }]
paths: { /pets: { get: { responses: { "200": { description: ok } } } } }
`
  const request = { catalog, provider, files: [{ path: 'pets.yaml', text }] }
  const plan = async (credential: object) => {
    const { body, status } = await owner.call<ImportedApiView>('POST', '/configuration/import', {
      ...request,
      credential,
    })
    const { changes = [], notes = [] } = body
    return {
      status,
      notes,
      files: changes.map(({ file }) => file),
      texts: changes.map((each) => String(each.text)),
      body,
    }
  }

  const basic = await plan({ kind: 'basic', user: 'shop' })
  t.regex(basic.texts[0] ?? '', /authenticate: \{ basic: \{ username: shop, password: "\$env\{PETS_SECRET\}" \} \}/)
  t.true(basic.notes.includes('apis/pets.yaml needs $env{PETS_SECRET} when the gateway loads it.'))
  const certificate = await plan({ kind: 'certificate', certificate: '/tls/c.pem', key: '/tls/k.pem' })
  t.deepEqual(certificate.files, ['apis/pets.yaml', 'providers/pets-upstream.yaml', catalog])
  t.regex(certificate.texts[0] ?? '', /tls-profile: "?pets-upstream:1\.0\.0/)
  t.regex(certificate.texts[2] ?? '', /tls_client_profiles:\s+(- |\[)"?pets-upstream/)
  t.deepEqual((await plan({ kind: 'none' })).files, ['apis/pets.yaml'])

  const secret = await plan({ kind: 'header', secret: 'hunter2' })
  t.is(secret.status, 422)
  t.regex(JSON.stringify(secret.body), /credential\.secret must be a reference/)
  t.false(JSON.stringify(secret.body).includes('hunter2'))
  t.is((await plan({ kind: 'token', authUrl: 'pets.example' })).status, 422)
  t.is((await plan({ kind: 'kerberos' })).status, 422)
})

test('several files are imported together, each with its result, and refer to each other', async (t) => {
  const { owner } = await startWithOwner(t)
  const provider = (await owner.call<ConfigurationList>('GET', '/configuration')).body.documents.find(
    ({ kind }) => kind === 'oauth-provider',
  )
  const write = (title: string, schema: string) => `openapi: 3.0.3
info: { title: ${title}, version: 1.0.0 }
servers: [{ url: https://${title.toLowerCase()}.example }]
paths: { /all: { get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "${schema}" } } } } } } } }
`
  const files = [
    { path: 'cats.yaml', text: write('Cats', './schemas/animals.yaml#/Animal') },
    { path: 'dogs.yaml', text: write('Dogs', 'animals.yaml#/Animal') },
    { path: 'animals.yaml', text: 'Animal: { type: object, properties: { name: { type: string } } }' },
    { path: 'birds.yaml', text: write('Birds', 'eggs.yaml#/Egg') },
    { path: 'cats-again.yaml', text: write('Cats', 'animals.yaml#/Animal') },
    { path: 'notes.yaml', text: 'a: 1' },
    { path: 'broken.json', text: '{"openapi": ' },
  ]
  const request = { catalog: 'catalogs/sandbox/catalog.yaml', provider: provider?.name, files }
  const { status, body } = await owner.call<ImportedApiView>('POST', '/configuration/import', request)
  t.is(status, 200)
  t.deepEqual(
    body.files.map(({ path, outcome }) => [path, outcome]),
    [
      ...[
        ['cats.yaml', 'api'],
        ['dogs.yaml', 'api'],
        ['animals.yaml', 'part'],
        ['birds.yaml', 'rejected'],
      ],
      ...[
        ['cats-again.yaml', 'rejected'],
        ['notes.yaml', 'unused'],
        ['broken.json', 'rejected'],
      ],
    ],
  )
  const messages = body.files.map(({ message }) => message)
  t.is(messages[2], 'is a part of cats.yaml and dogs.yaml and cats-again.yaml')
  t.regex(String(messages[3]), /eggs\.yaml.*was not chosen: choose it as well/)
  t.regex(String(messages[4]), /cats\.yaml becomes apis\/cats\.yaml as well/)
  t.deepEqual(
    body.changes.map(({ file }) => file),
    ['apis/cats.yaml', 'apis/dogs.yaml'],
  )
  for (const { text } of body.changes) t.regex(String(text), /Animal:\n +type: object/)
  const nothing = { ...request, files: files.slice(3, 4) }
  t.like(await owner.call('POST', '/configuration/import', nothing), { status: 422 })
})

test('a sign-in at an unsaved registry says what the registry did, and never the password', async (t) => {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === `Basic ${btoa('alice:wonderland')}`
    response.writeHead(isRight ? 200 : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth`
  const { portal, owner } = await startWithOwner(t, {
    environment: { SLUICE_SIGN_IN_TEST_HOSTS: 'ldap.example, 127.0.0.1' },
  })
  const file = 'providers/fresh.yaml'
  const text = `name: fresh\nregistry_type: authurl\nendpoint: { endpoint: "${url}" }\n`
  const test = async (password: string, document = text) =>
    (
      await owner.call<{ outcome: string; steps: string[]; message: string }>('POST', '/configuration/sign-in-test', {
        file,
        text: document,
        user: 'alice',
        password,
      })
    ).body

  t.like(await test('wonderland'), { outcome: 'accepted', steps: [`GET ${url} responded with status 200.`] })
  t.like(await test('looking-glass'), { outcome: 'rejected', steps: [`GET ${url} responded with status 401.`] })
  const invalid = await test('wonderland', text.replace('authurl', 'nothing'))
  t.is(invalid.outcome, 'invalid')
  t.regex(invalid.steps.join(), /registry_type must be one of/)
  const silent = await test('wonderland', text.replace(/127.0.0.1:\d+/, '127.0.0.1:1'))
  t.is(silent.outcome, 'unavailable')
  t.regex(silent.message, /ECONNREFUSED/)
  t.notRegex(JSON.stringify([portal.trail, portal.lines]), /wonderland|looking-glass/)
  t.like(portal.trail.at(-1), { action: 'portal document sign-in test', outcome: 'unavailable', by: 'owner' })
  await t.throwsAsync(readFile(join(portal.folder, file)), { code: 'ENOENT' })
})

test('a test of a sign-in connects only to servers of saved registries and to those that the operator allows', async (t) => {
  let connections = 0
  const server = createServer((_, response) => response.writeHead(200).end())
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const saved = `name: saved\nregistry_type: authurl\nendpoint: { endpoint: "http://127.0.0.1:${port}/auth" }\n`
  const { owner } = await startWithOwner(t, {
    files: { 'providers/saved.yaml': saved },
    environment: { SLUICE_SIGN_IN_TEST_HOSTS: '127.0.0.1:1' },
  })
  const test = async (file: string, text: string) =>
    (
      await owner.call<{ outcome: string; message: string }>('POST', '/configuration/sign-in-test', {
        file,
        text,
        user: 'alice',
        password: 'wonderland',
      })
    ).body

  t.is((await test('providers/saved.yaml', saved.replace('/auth', '/other'))).outcome, 'accepted')
  t.is(connections, 1)
  const fresh = saved.replace('name: saved', 'name: fresh')
  for (const [url, host] of [
    [`http://localhost:${port}/`, `localhost:${port}`],
    ['https://127.0.0.1/', '127.0.0.1:443'],
    ['http://[::1]:22/', '[::1]:22'],
    ['http://127.0.0.1:2/', '127.0.0.1:2'],
  ] as const) {
    const refused = await test('providers/fresh.yaml', fresh.replace(/http:[^"]+/, url))
    t.is(refused.outcome, 'invalid')
    t.true(refused.message.startsWith(`Tests may not connect to ${host}: save the document first`), refused.message)
  }
  t.is((await test('providers/fresh.yaml', fresh.replace(/http:[^"]+/, 'http://127.0.0.1:1/'))).outcome, 'unavailable')
  t.is(connections, 1)
})

test('a preview of a text with references is in the audit trail, with what it names', async (t) => {
  const { portal, owner } = await startWithOwner(t)
  const file = 'providers/fresh.yaml'
  const preview = (text: string) => owner.call('POST', '/configuration/preview', { file, text })
  await requireSuccess(preview('name: fresh\nregistry_type: lur\nusers_file: a.json\n'))
  t.false(portal.trail.some(({ action }) => action === 'portal document preview'))
  const { body } = await preview(
    'name: fresh\nregistry_type: lur\nusers_file: $env{SLUICE_DATA}/a.json\ntitle: $file{/etc/hostname}\n',
  )
  t.regex(JSON.stringify(body), /is outside the folders that documents may read/)
  t.like(portal.trail.at(-1), {
    action: 'portal document preview',
    file,
    by: 'owner',
    references: ['$env{SLUICE_DATA}', '$file{/etc/hostname}'],
  })
})

test('with self sign-up, no spelling of an owner signs up, and who signs up changes no documents', async (t) => {
  const portal = await startPortal(t, {
    portal: 'self_signup: true, owners: [owner, Ann-Ö], owners_edit_documents: true',
  })
  for (const name of ['owner', 'Owner', 'OWNER', 'ｏwner', 'ann-ö', 'Ann-O\u0308', 'owner ']) {
    const browser = portal.browser()
    const { status } = await browser.signUp(name)
    if (status !== 201) continue
    const { body } = await browser.get<{ owner: boolean; editsDocuments: boolean }>('/session')
    t.false(body.owner || body.editsDocuments, name)
    t.is((await browser.get('/configuration')).status, 403, name)
  }
  t.is((await portal.browser().signUp('owner')).status, 409)
})

test('tests of sign-ins are limited', async (t) => {
  const { owner } = await startWithOwner(t)
  const body = { file: 'no-document', text: '', user: 'a', password: 'b' }
  const statuses = new Set<number>()
  for (let count = 0; count <= 60; count += 1)
    statuses.add((await owner.call('POST', '/configuration/sign-in-test', body)).status)
  t.deepEqual([...statuses], [422, 429])
})
