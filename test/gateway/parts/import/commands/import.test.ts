import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadConfig, renderProblem } from '../../../../../src/gateway/config/index.ts'
import { testDocuments } from '../../../../../src/gateway/parts/document-tests/engine/index.ts'
import { type ImportFileOptions, importFile } from '../../../../../src/gateway/parts/import/commands/import-file.ts'
import { renderImport, renderImportAsJson } from '../../../../../src/gateway/parts/import/commands/render-import.ts'
import { readUpstreamCredential } from '../../../../../src/gateway/parts/import/commands/upstream-credential.ts'
import { UsageError } from '../../../../../src/shared/cli/common/command.ts'
import { gatewayParts, typeTables } from '../../../_support/tables.ts'
import { folderWith, valid } from '../../../config/_support/folder.ts'
import { flows, mail, petstore3, repositories } from '../engine/_samples.ts'

/** A folder of documents, and a folder with OpenAPI files beside it. */
async function open(t: ExecutionContext, files: Record<string, string>, documents: Record<string, string> = {}) {
  const folder = await folderWith(t, documents)
  const inputs = await mkdtemp(join(tmpdir(), 'sluice-openapi-'))
  t.teardown(() => rm(inputs, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(inputs, name, '..'), { recursive: true })
    await writeFile(join(inputs, name), text)
  }
  const load: ImportFileOptions['load'] = (overlay) => loadConfig(folder, typeTables, {}, { overlay })
  const run = (name: string, changes: Partial<ImportFileOptions> = {}) =>
    importFile({
      location: name.startsWith('http') ? name : join(inputs, name),
      folder,
      load,
      catalog: undefined,
      provider: undefined,
      registry: undefined,
      name: undefined,
      basePath: undefined,
      upstream: undefined,
      server: undefined,
      variables: new Map(),
      product: undefined,
      plan: undefined,
      app: undefined,
      allowOutside: false,
      allowUrls: false,
      replaces: false,
      isDryRun: false,
      ...changes,
    })
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  return { folder, inputs, run, read, load }
}

test('the credential at the upstream is added to the invoke of an imported API', async (t) => {
  const { run, read } = await open(t, { 'mail.yaml': mail })
  const asking = { options: { upstreamAuth: 'header', upstreamSecret: '$file{../key.txt}' }, lines: undefined }
  const report = await run('mail.yaml', {
    readCredential: (api) => readUpstreamCredential(api, asking),
    isDryRun: true,
  })
  t.false(report.isValid, 'the file is not there')
  t.regex(
    report.problems.map(({ message }) => message).join(),
    /\$file\{\.\.\/key\.txt\} cannot be read: there is no such file/,
  )

  const certificate = { upstreamAuth: 'certificate', upstreamCertificate: '/tls/c.pem', upstreamKey: '/tls/k.pem' }
  const withCertificate = () =>
    run('mail.yaml', {
      readCredential: (api) => readUpstreamCredential(api, { options: certificate, lines: undefined }),
      replaces: true,
    })
  t.true((await withCertificate()).isValid)
  t.true((await withCertificate()).isValid, 'again')
  t.regex(await read('apis/mail-api.yaml'), /tls-profile: mail-api-upstream:1\.0\.0/)
  t.regex(await read('providers/mail-api-upstream.yaml'), /certificate: "\/tls\/c\.pem"/)
  t.is((await read('catalogs/sandbox/catalog.yaml')).match(/mail-api-upstream/g)?.length, 1)
  t.false(renderImport(await withCertificate()).includes('no credentials of its own'))
})

test('an API is imported, published and subscribed in one step', async (t) => {
  const { run, read, load } = await open(t, { 'mail.yaml': mail })
  const report = await run('mail.yaml', { product: 'post', app: 'app' })
  t.true(report.isValid && report.isPublished)
  t.deepEqual(report.files, [
    { file: 'providers/oauth.yaml', action: 'changed' },
    { file: 'apis/mail-api.yaml', action: 'added' },
    { file: 'catalogs/sandbox/products/post.yaml', action: 'added' },
    { file: 'catalogs/sandbox/applications/app.yaml', action: 'changed' },
    { file: 'apis/mail-api.test.yaml', action: 'added' },
  ])
  t.regex(await read('providers/oauth.yaml'), /mail\.send/)
  t.regex(await read('catalogs/sandbox/applications/app.yaml'), /product: post, plan: standard/)

  const { config, problems } = await load()
  t.deepEqual(problems.filter(({ severity }) => severity === 'error').map(renderProblem), [])
  const api = config?.catalogs[0]?.apis.find(({ name }) => name === 'mail-api')
  t.is(api?.operations.length, 3)
  t.regex(
    renderImport(report),
    /imported mail-api:v1 with 3 operations, from \/mail-api to https:\/\/mail\.example\/v1\nthe gateway sends the upstream no credentials .*\n$/,
  )
})

test('the first tests of an import pass, and a test that is there is kept', async (t) => {
  const { run, folder, load } = await open(t, { 'mail.yaml': mail })
  await run('mail.yaml', { product: 'post', app: 'app' })
  const { config } = await load()
  const results = config && (await testDocuments(config, { folder, environment: {}, parts: gatewayParts }))
  t.like(results, { passed: 2, failed: 0 }, JSON.stringify(results?.files))
  const again = await run('mail.yaml', { product: 'post', app: 'app', replaces: true })
  t.false(again.files.some(({ file }) => file.endsWith('.test.yaml')))
})

test('the first tests of an operation with a long path pass', async (t) => {
  const path = `/${'subscriptions/'.repeat(20)}names`
  const { run, folder, load } = await open(t, { 'mail.yaml': mail.replace('/messages:', `${path}:`) })
  await run('mail.yaml', { product: 'post', app: 'app' })
  const { config } = await load()
  const results = config && (await testDocuments(config, { folder, environment: {}, parts: gatewayParts }))
  t.like(results, { passed: 2, failed: 0 }, JSON.stringify(results?.files))
})

test('a dry run shows the difference and writes nothing', async (t) => {
  const { run, read, folder } = await open(t, { 'mail.yaml': mail })
  const before = await read('providers/oauth.yaml')
  const report = await run('mail.yaml', { product: 'shop', isDryRun: true })
  const text = renderImport(report)
  t.regex(text, /would be added: apis\/mail-api\.yaml/)
  t.regex(text, /would be changed: catalogs\/sandbox\/products\/shop\.yaml/)
  t.regex(text, /catalog acme\/sandbox: .*mail-api/)
  t.is(await read('providers/oauth.yaml'), before)
  t.deepEqual(await readdir(join(folder, 'apis')), ['customers.yaml'])
})

test('the report as JSON has notes with locations, files and changes', async (t) => {
  const { run } = await open(t, { 'flows.yaml': flows })
  const report = JSON.parse(renderImportAsJson(await run('flows.yaml', { product: 'shop' })))
  t.like(report, { valid: true, dryRun: false, api: { name: 'flows', version: '1.0.0', operations: 1 } })
  t.like(report.notes[0], { line: 7, kind: 'dropped' })
  t.true(report.notes[0].file.endsWith('flows.yaml'))
  t.true(report.changes.length > 0)
})

test('an API that no product offers says so', async (t) => {
  const { run } = await open(t, { 'flows.yaml': flows })
  t.regex(renderImport(await run('flows.yaml')), /no product offers the API yet: .* add "flows:1\.0\.0" to a product/)
})

test('the same import again completes one that was interrupted', async (t) => {
  const { run, read, folder } = await open(t, { 'flows.yaml': flows })
  await run('flows.yaml')
  await writeFile(join(folder, 'apis/.flows.yaml.0123456789ab.part'), 'half')
  const report = await run('flows.yaml', { product: 'shop' })
  t.true(report.isPublished)
  t.regex(await read('catalogs/sandbox/products/shop.yaml'), /flows/)
  t.deepEqual(
    (await readdir(join(folder, 'apis'))).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('an API is replaced only on demand', async (t) => {
  const { run, read } = await open(t, { 'flows.yaml': flows, 'new.yaml': flows.replace('/things', '/items') })
  await run('flows.yaml', { product: 'shop' })
  await t.throwsAsync(run('new.yaml'), { message: /apis\/flows\.yaml exists already: --replace replaces it/ })
  const report = await run('new.yaml', { product: 'shop', replaces: true })
  t.deepEqual(report.files[0], { file: 'apis/flows.yaml', action: 'changed' })
  t.regex(await read('apis/flows.yaml'), /\/items:/)
  t.true(report.changes.some(({ text }) => text.includes('/items')))
})

test('nothing is written when a gateway would reject the result', async (t) => {
  const { run, folder } = await open(t, { 'flows.yaml': flows })
  const report = await run('flows.yaml', { basePath: '/customers/v1', product: 'shop' })
  t.false(report.isValid)
  t.regex(renderImport(report), /nothing was written/)
  t.deepEqual(await readdir(join(folder, 'apis')), ['customers.yaml'])
})

for (const [title, changes, message] of [
  ['an unknown provider', { provider: 'x' }, /--provider: there is no provider "x"; there are oauth/],
  ['an unknown registry', { registry: 'x' }, /--registry: there is no registry "x"; there are users/],
  ['an unknown catalog', { catalog: 'x' }, /--catalog: there is no catalog "x"; there are sandbox/],
  ['an unknown application', { app: 'x', product: 'shop' }, /--app: there is no application "x"; there are app/],
  ['an unknown plan', { app: 'app', product: 'shop', plan: 'x' }, /set --plan to one of the plans of "shop": gold/],
  ['a product with a wrong name', { product: '../x' }, /--product must have letters/],
] as const) {
  test(`rejects ${title}`, async (t) => {
    const { run } = await open(t, { 'flows.yaml': flows })
    await t.throwsAsync(run('flows.yaml', changes), { instanceOf: UsageError, message })
  })
}

test('the catalog is named when there are several', async (t) => {
  const other = {
    'catalogs/other/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace('name: sandbox', 'name: other'),
  }
  const { run } = await open(t, { 'flows.yaml': flows }, other)
  await t.throwsAsync(run('flows.yaml'), { instanceOf: UsageError, message: /set --catalog to one of other, sandbox/ })
  t.true((await run('flows.yaml', { catalog: 'other', product: 'p' })).isPublished)
})

test('a file among the documents is adapted in its place, as the error about it says', async (t) => {
  const { run, load, folder } = await open(t, {}, { 'apis/mine.yaml': mail })
  const { problems } = await load()
  t.deepEqual(problems.filter(({ message }) => message.includes('sluice import')).map(renderProblem), [
    'apis/mine.yaml:1:1 there is no x-ibm-configuration, which says where calls go: "sluice import apis/mine.yaml" adapts an OpenAPI file as it is',
  ])
  const report = await run('', { location: join(folder, 'apis/mine.yaml') })
  t.deepEqual(report.files.slice(1, 3), [
    { file: 'apis/mail-api.yaml', action: 'added' },
    { file: 'apis/mine.yaml', action: 'removed' },
  ])
  t.deepEqual((await readdir(join(folder, 'apis'))).sort(), ['customers.yaml', 'mail-api.yaml'])
})

test('documents with errors come first', async (t) => {
  const openApi = valid['apis/customers.yaml'].replace('list,', 'list, security: [],').replaceAll('ustomers', 'lients')
  const { run } = await open(
    t,
    { 'flows.yaml': flows },
    { 'apis/broken.yaml': 'openapi: 3.0.3\n', 'apis/a.yaml': openApi },
  )
  const message = /have errors, so nothing was imported: apis\/broken\.yaml:1:1 .*"sluice check" shows them/
  await t.throwsAsync(run('flows.yaml'), { message })
})

test('documents that others change during an import keep their change', async (t) => {
  const { run, read, load, folder } = await open(t, { 'mail.yaml': mail })
  const file = 'catalogs/sandbox/applications/app.yaml'
  const change = (overlay: Parameters<ImportFileOptions['load']>[0]) =>
    load(overlay).finally(async () => writeFile(join(folder, file), `${await read(file)}# theirs\n`))
  await t.throwsAsync(run('mail.yaml', { product: 'post', app: 'app', load: change }), {
    message: `${file} was changed or added at the same time: run the command again`,
  })
  t.regex(await read(file), /# theirs/)
  await run('mail.yaml', { product: 'post', app: 'app' })
  t.regex(await read(file), /product: post[\s\S]*# theirs/)
})

test('a new product does not take the place of another one in its file', async (t) => {
  const other = valid['catalogs/sandbox/products/shop.yaml'].replace('name: shop', 'name: other')
  const { run, read } = await open(t, { 'mail.yaml': mail }, { 'catalogs/sandbox/products/post.yaml': other })
  await t.throwsAsync(run('mail.yaml', { product: 'post' }), { message: /products\/post\.yaml was changed or added/ })
  t.is(await read('catalogs/sandbox/products/post.yaml'), other)
})

const referring = (ref: string) =>
  flows.replace('get: { responses: {}', `get: { responses: { default: { $ref: "${ref}" } }`)
const responses = 'Error: { description: An error }\n'

test('files outside the folder, also behind a link, are followed only with --allow-outside', async (t) => {
  const { run, inputs } = await open(t, {
    'api/api.yaml': referring('../common.yaml#/Error'),
    'api/link.yaml': referring('linked.yaml#/Error'),
    'common.yaml': responses,
  })
  await symlink(join(inputs, 'common.yaml'), join(inputs, 'api', 'linked.yaml'))
  await t.throwsAsync(run('api/api.yaml'), {
    message: /api\.yaml:8:\d+ .*outside the folder of the file: --allow-outside/,
  })
  await t.throwsAsync(run('api/link.yaml'), { message: /link to a file outside the folder: --allow-outside/ })
  t.true((await run('api/api.yaml', { allowOutside: true })).isValid)
  t.true((await run('api/link.yaml', { allowOutside: true, replaces: true })).isValid)
})

test('URLs are imported with their own files, and others only with --allow-urls', async (t) => {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const files: Record<string, string> = {
      '/docs/api.yaml': petstore3.replace(
        'responses: { "200": {',
        'responses: { default: { $ref: "common.yaml#/Error" }, "200": {',
      ),
      '/docs/common.yaml': responses,
      '/docs/other.yaml': referring(`http://localhost:${port}/docs/common.yaml#/Error`),
      '/docs/file.yaml': referring('file:///etc/hostname'),
      '/docs/big.yaml': `a: ${'x'.repeat(33 * 1024 * 1024)}`,
    }
    const text = files[request.url ?? '']
    if (text === undefined) response.writeHead(404).end()
    else response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { run } = await open(t, {})

  t.is((await run(`${base}/docs/api.yaml`)).api.upstream, `${base}/api/v3`)
  await t.throwsAsync(run(`${base}/docs/other.yaml`), {
    message: /is a URL of another server: --allow-urls follows it/,
  })
  await t.throwsAsync(run(`${base}/docs/file.yaml`, { allowOutside: true }), {
    message: /names a file of this machine/,
  })
  await t.throwsAsync(run(`${base}/docs/none.yaml`), { message: /could not be read: status 404/ })
  await t.throwsAsync(run(`${base}/docs/big.yaml`), { message: /larger than 32 MiB/ })
})

test('a file that is missing, and one that is not text', async (t) => {
  const { run, inputs } = await open(t, { 'a.yaml': repositories })
  await writeFile(join(inputs, 'b.yaml'), Buffer.from([0x61, 0xff]))
  await t.throwsAsync(run('none.yaml'), { message: /none\.yaml: there is no such file/ })
  await t.throwsAsync(run('b.yaml'), { message: /is not UTF-8 text/ })
  await t.throwsAsync(run('.'), { message: /is a folder: name a regular file or a URL/ })
})

test('a device in place of a file is refused, also behind a $ref', async (t) => {
  const { run, inputs } = await open(t, { 'a.yaml': repositories })
  await t.throwsAsync(run('zero', { location: '/dev/zero' }), { message: /is a pipe or a device/ })
  await symlink('/dev/zero', join(inputs, 'b.yaml'))
  await writeFile(
    join(inputs, 'c.yaml'),
    'openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: b.yaml } } }\npaths: {}\n',
  )
  const error = await t.throwsAsync(run('c.yaml'))
  t.regex(
    String(error?.message),
    /c\.yaml:2:\d+ components\.schemas\.A: \$ref "b\.yaml" cannot be read: .* is a pipe or a device/,
  )
  t.notRegex(String(error?.message), /file:/)
})

test('the last line says where an assembly of the file sends calls', async (t) => {
  const { run } = await open(t, {
    'a.yaml': `openapi: 3.0.3
info: { title: Own, version: 1.0.0 }
servers: [{ url: https://unused.example }]
paths: {}
x-ibm-configuration: { assembly: { execute: [{ invoke: { target-url: https://own.example } }] } }
`,
  })
  const report = renderImport(await run('a.yaml'))
  t.regex(report, /imported own:1\.0\.0 with 0 operations, from \/own to where its assembly says\n/)
  t.notRegex(report, /unused\.example/)
})
