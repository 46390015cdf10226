import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadConfig } from '../../../../../src/gateway/config/index.ts'
import { importExport } from '../../../../../src/gateway/parts/import/commands/export/import-export.ts'
import { renderExport } from '../../../../../src/gateway/parts/import/commands/export/render-export.ts'
import { typeTables } from '../../../_support/tables.ts'
import { folderWith } from '../../../config/_support/folder.ts'

const order = (version: string, more = '') => `swagger: '2.0'
info: { title: Orders, x-ibm-name: orders, version: ${version} }
basePath: /orders/v${version[0]}
paths: { /list: { get: { responses: { '200': { description: OK } } } } }
x-ibm-configuration:
  gateway: datapower-api-gateway
  phase: realized
  assembly: { execute: [{ invoke: { version: 2.0.0, title: invoke, target-url: 'https://orders.example/list' } }] }
${more}`

const shop = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', 'x-ibm-name': 'shop', version: '1.0.0' },
  servers: [{ url: '/shop' }],
  paths: {
    '/items': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: 'item.yaml#/Item' } } } },
        responses: { 200: { description: 'OK' } },
      },
    },
  },
  'x-ibm-configuration': { assembly: { execute: [{ invoke: { 'target-url': 'https://shop.example/items' } }] } },
})

const product = (...apis: string[]) => `product: 1.0.0
info: { name: orders, title: Orders, version: 1.0.0 } # of the sales team
apis:
${apis.map((each, index) => `  api${index}: { $ref: ${each} }`).join('\n')}
plans: { default: { title: Default } }
`

const registry = JSON.stringify({
  name: 'sales-users',
  title: 'Sales',
  registry_type: 'authurl',
  endpoint: { endpoint: 'https://users.example/auth' },
})

async function open(t: ExecutionContext, files: Record<string, string>, documents: Record<string, string> = {}) {
  const folder = await folderWith(t, documents)
  const exportFolder = await mkdtemp(join(tmpdir(), 'sluice-export-'))
  t.teardown(() => rm(exportFolder, { recursive: true }))
  const write = async (name: string, text: string) => {
    await mkdir(join(exportFolder, name, '..'), { recursive: true })
    await writeFile(join(exportFolder, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const load: Parameters<typeof importExport>[0]['load'] = (overlay) => loadConfig(folder, typeTables, {}, { overlay })
  const run = (changes: { replaces?: boolean; isDryRun?: boolean; catalog?: string } = {}) =>
    importExport({ exportFolder, folder, load, catalog: undefined, replaces: false, isDryRun: false, ...changes })
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  return { folder, run, read, write, load }
}

const files = {
  'orders_1.0.0.yaml': order('1.0.0'),
  'products/orders_2.0.0.yaml': order('2.0.0'),
  'shop_1.0.0.json': shop,
  'item.yaml': 'Item: { type: object, properties: { id: { type: string } } }',
  'orders-product_1.0.0.yaml': product('orders_1.0.0.yaml', 'orders_2.0.0.yaml', './shop_1.0.0.json'),
  'sales-users.json': registry,
}

test('a folder of the toolkit is imported: names with versions, JSON, references, an API among products', async (t) => {
  const { run, read, load } = await open(t, files)
  const report = await run()
  t.deepEqual(
    report.documents.map(({ source, kind, name, file, result }) => [source, kind, name, file, result]),
    [
      [
        'orders-product_1.0.0.yaml',
        'product',
        'orders:1.0.0',
        'catalogs/sandbox/products/orders-product_1.0.0.yaml',
        'added',
      ],
      ['orders_1.0.0.yaml', 'API', 'orders:1.0.0', 'apis/orders_1.0.0.yaml', 'added'],
      ['products/orders_2.0.0.yaml', 'API', 'orders:2.0.0', 'apis/orders_2.0.0.yaml', 'added'],
      ['sales-users.json', 'user registry', 'sales-users', 'providers/sales-users.json', 'added'],
      ['shop_1.0.0.json', 'API', 'shop:1.0.0', 'apis/shop_1.0.0.json', 'added'],
    ],
  )
  t.regex(await read('catalogs/sandbox/products/orders-product_1.0.0.yaml'), /# of the sales team/)
  const { config } = await load()
  const [catalog] = config?.catalogs ?? []
  t.true(catalog?.registries.has('sales-users'))
  t.true(
    ['orders:1.0.0', 'orders:2.0.0', 'shop:1.0.0'].every((name) =>
      catalog?.apis.some(({ reference }) => reference === name),
    ),
  )
})

test('a file that an API refers to becomes part of the API, and is no document of its own', async (t) => {
  const { run, read } = await open(t, files)
  t.deepEqual((await run()).skipped, [])
  t.regex(await read('apis/shop_1.0.0.json'), /type: object/)
})

test('a second import changes nothing', async (t) => {
  const { run, folder } = await open(t, files)
  await run()
  const listing = async () =>
    Promise.all(
      (await readdir(folder, { recursive: true }))
        .sort()
        .map(async (each) => [each, await readFile(join(folder, each), 'utf8').catch(() => '')]),
    )
  const before = await listing()
  const report = await run()
  t.deepEqual([...new Set(report.documents.map(({ result }) => result))], ['unchanged'])
  t.deepEqual(await listing(), before)
})

test('a document that was edited since stays, unless it is to be replaced', async (t) => {
  const { run, read, folder } = await open(t, files)
  await run()
  const file = 'apis/orders_1.0.0.yaml'
  await writeFile(join(folder, file), order('1.0.0', 'tags: []'))
  const kept = await run()
  t.is(kept.documents.find((each) => each.file === file)?.result, 'kept')
  t.regex(renderExport(kept), /1 document differ.* --replace/)
  t.regex(await read(file), /tags/)
  t.is((await run({ replaces: true })).documents.find((each) => each.file === file)?.result, 'changed')
  t.notRegex(await read(file), /tags/)
})

test('a document with errors is left out with a line for each, and so is a product that needs it', async (t) => {
  const broken = order('1.0.0').replace('{ invoke: { version: 2.0.0, ', '{ invok: { ')
  const { run, folder } = await open(t, { ...files, 'orders_1.0.0.yaml': broken })
  const report = await run()
  const results = new Map(report.documents.map(({ source, result }) => [source, result]))
  t.is(results.get('orders_1.0.0.yaml'), 'left out')
  t.is(results.get('orders-product_1.0.0.yaml'), 'left out')
  t.is(results.get('products/orders_2.0.0.yaml'), 'added')
  const text = renderExport(report)
  t.regex(text, /^orders_1\.0\.0\.yaml:8:\d+ .*"invok"/m)
  t.regex(text, /^orders-product_1\.0\.0\.yaml:\d+:\d+ .*there is no API .*orders_1/m)
  t.regex(text, /left out: mend them/)
  t.false((await readdir(join(folder, 'apis'))).includes('orders_1.0.0.yaml'))
})

for (const [name, text, reason] of [
  ['broken.yaml', 'a: [', 'is not YAML or JSON'],
  ['list.yaml', '- 1', 'is not a document'],
  ['plan.yaml', 'type: consumer_org', 'is a "consumer_org"'],
  ['sub/sales-users.json', registry.replace('Sales', 'Others'), 'has the name of sales-users.json'],
] as const) {
  test(`a file that ${reason} gets a line that says what to do`, async (t) => {
    const { run } = await open(t, { ...files, [name]: text })
    const { skipped } = await run()
    const line = skipped.find(({ source }) => source === name)
    t.true(line?.reason.startsWith(reason), line?.reason)
  })
}

test('a folder that has only a catalog gets the folders of the others', async (t) => {
  const { folder, run } = await open(t, { 'orders_1.0.0.yaml': order('1.0.0') })
  await rm(join(folder, 'catalogs/sandbox'), { recursive: true })
  await mkdir(join(folder, 'catalogs/sandbox'))
  await writeFile(join(folder, 'catalogs/sandbox/catalog.yaml'), '{ name: sandbox, title: Sandbox, org: acme }')
  await Promise.all(['apis', 'providers'].map((each) => rm(join(folder, each), { recursive: true })))
  await run({ isDryRun: true })
  t.false((await readdir(folder)).includes('apis'))

  const report = await run()
  t.is(report.documents[0]?.result, 'added')
  t.true((await readdir(folder)).includes('providers'))
})

test('an empty folder gets the folders and a catalog; a dry run leaves it empty', async (t) => {
  const { folder, run, read } = await open(t, { 'orders_1.0.0.yaml': order('1.0.0') })
  await Promise.all(['apis', 'catalogs', 'providers'].map((each) => rm(join(folder, each), { recursive: true })))
  await run({ isDryRun: true, catalog: 'shop' })
  t.deepEqual(await readdir(folder), [])

  const report = await run({ catalog: 'shop' })
  t.is(report.documents[0]?.result, 'added')
  t.regex(await read('catalogs/shop/catalog.yaml'), /name: shop/)
})

test('a dry run writes nothing', async (t) => {
  const { run, folder } = await open(t, files)
  const before = await readdir(folder, { recursive: true })
  const report = await run({ isDryRun: true })
  t.regex(renderExport(report), /orders_1\.0\.0\.yaml +API +orders:1\.0\.0 +would be added: apis\/orders_1\.0\.0\.yaml/)
  t.deepEqual(await readdir(folder, { recursive: true }), before)
})

test('an unknown catalog and a missing folder are errors of the command', async (t) => {
  const { run, load, folder } = await open(t, files)
  await t.throwsAsync(run({ catalog: 'none' }), { message: /there is no catalog "none"; there are sandbox/ })
  const options = { folder, load, catalog: undefined, replaces: false, isDryRun: true }
  await t.throwsAsync(importExport({ ...options, exportFolder: join(folder, 'none') }), {
    message: /--from-apic must be a folder/,
  })
})

test('the report ends with what the documents do here, at places in the export', async (t) => {
  const { run } = await open(t, {
    'a/orders_1.0.0.yaml': `${order('1.0.0')}  no-such-member: true\n`,
    'a/orders_2.0.0.yaml': order('2.0.0').replace('https://orders.example', '$(host)'),
    'a/orders_3.0.0.yaml': order('3.0.0').replace(/invoke: .*/, 'throw: { name: Gone } }] }'),
    'a/product.yaml': product('orders_1.0.0.yaml', 'orders_2.0.0.yaml', 'orders_3.0.0.yaml'),
  })
  const report = await run()
  const lines = renderExport(report).split('\n')
  t.deepEqual(report.differences.asWritten, ['a/orders_3.0.0.yaml', 'a/product.yaml'])
  t.regex(
    lines.slice(lines.indexOf('does what it says: 2 of 4 documents')).join('\n'),
    new RegExp(
      [
        '.*\ndoes less:',
        'a/orders_1.0.0.yaml:9:3 warning: .*no-such-member is not known here, and has no effect',
        'a/orders_1.0.0.yaml:8:27 warning: invoke: redirects by .* \\(2 times in all documents\\)',
        'cannot:',
        'a/orders_2.0.0.yaml:8:80 warning: .*host.* status 500',
        '4 documents of 4 imported',
      ].join('\n'),
    ),
  )
})

test('two versions of a product with files of one name in folders are imported beside each other', async (t) => {
  const versions = ['1.0.0', '2.0.0'].flatMap((version) => [
    [`v${version[0]}/product.yaml`, product('./apis/orders.yaml').replace('version: 1.0.0 }', `version: ${version} }`)],
    [`v${version[0]}/apis/orders.yaml`, order(version)],
  ])
  const { run, load } = await open(t, {
    ...Object.fromEntries(versions),
    'product.yaml': product('v1/apis/orders.yaml').replace('name: orders,', 'name: all,'),
    'copies/product.yaml': product('v1/apis/orders.yaml').replace('name: orders,', 'name: all,'),
  })
  const report = await run()
  t.deepEqual(report.skipped, [])
  t.deepEqual(
    report.documents.map(({ file, result }) => [file, result]),
    [
      ['catalogs/sandbox/products/copies/product.yaml', 'added'],
      ['apis/v1/apis/orders.yaml', 'added'],
      ['catalogs/sandbox/products/v1/product.yaml', 'added'],
      ['apis/v2/apis/orders.yaml', 'added'],
      ['catalogs/sandbox/products/v2/product.yaml', 'added'],
    ],
  )
  const { config } = await load()
  const opened = config?.catalogs[0]?.products.map(({ name, plans }) => [name, ...(plans.get('default')?.apis ?? [])])
  t.deepEqual(
    opened?.filter(([name]) => name !== 'shop'),
    [
      ['all', 'orders:1.0.0'],
      ['orders', 'orders:1.0.0'],
      ['orders:2.0.0', 'orders:2.0.0'],
    ],
  )
})
