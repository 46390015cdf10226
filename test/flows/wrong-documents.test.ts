import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { logLines, sluice, startGateway, temporaryFolder } from '../_support/product.ts'

async function withDocuments(edit: (folder: string) => Promise<void>) {
  const [folder, remove] = await temporaryFolder()
  await copyDocuments(folder)
  await edit(folder)
  return { folder, remove }
}

test('the documents of the sandbox are right', async (t) => {
  const { folder, remove } = await withDocuments(async () => {})
  t.teardown(remove)
  const { status, output } = await sluice(['check', '--sandbox', folder], folder)
  t.is(status, 0, output)
})

test('outside the sandbox its well-known secret is warned about', async (t) => {
  const { folder, remove } = await withDocuments(async () => {})
  t.teardown(remove)
  const { status, output } = await sluice(['check', folder], folder)
  t.is(status, 0)
  t.regex(output, /sandbox-app\.yaml:\d+:\d+ .*warning.*well.known|warning.*sandbox-app\.yaml/i)
})

test('all problems are reported with their locations, and nothing starts', async (t) => {
  const { folder, remove } = await withDocuments(async (at) => {
    await changeText(join(at, 'providers/customer-oauth.yaml'), 'grants: [password,', 'grants: [pasword,')
    await changeText(join(at, 'catalogs/sandbox/catalog.yaml'), '[customer-users,', '[customer-user,')
    await changeText(
      join(at, 'apis/customer-database.yaml'),
      '- customer-oauth: [customer]',
      '- customer-oauth: [costumer]',
    )
  })
  t.teardown(remove)

  for (const command of ['start', 'sandbox']) {
    const { status, output, errors: written } = await sluice([command], folder, { SLUICE_CONFIG: folder })
    t.is(status, 1)
    t.notRegex(output, /ready/)
    const errors = command === 'start' ? textOf(written) : written
    t.regex(errors, /nothing was started/)
    t.regex(errors, /customer-oauth\.yaml:8:10 .*"pasword".*did you mean "password"/)
    t.regex(errors, /catalog\.yaml:6:23 .*"customer-user".*did you mean "customer-users"/)
    t.regex(errors, /customer-database\.yaml:\d+:\d+ .*"costumer".*did you mean "customer"/)
  }
})

/** What a log of JSON lines says, a line for each; throws when it holds anything else. */
function textOf(log: string): string {
  return logLines(log)
    .map(({ place, msg }) => [place, msg].join(' '))
    .join('\n')
}

/** A node that has served the documents of the sandbox, and has ended. Tests put back the copy of its data folder, which revisions name. */
let used: { data: string; copy: string; revision: unknown; remove: () => Promise<void> }
test.serial.before(async () => {
  const { folder, remove: removeDocuments } = await withDocuments(async () => {})
  const [parent, remove] = await temporaryFolder()
  const [data, copy] = [join(parent, 'data'), join(parent, 'copy')]
  const node = await startGateway(data, { SLUICE_CONFIG: folder })
  await node.stop()
  await Promise.all([cp(data, copy, { recursive: true }), removeDocuments()])
  used = { data, copy, revision: node.log().find(({ msg }) => msg === 'gateway ready')?.revision, remove }
})
test.after.always(() => used?.remove())

const api = 'apis/customer-database.yaml'
const change = (edit: (text: string) => string) => async (folder: string) =>
  writeFile(join(folder, api), edit(await readFile(join(folder, api), 'utf8')))
const remove = (path: string) => (folder: string) => rm(join(folder, path), { recursive: true })

for (const [title, spoil] of [
  ['that YAML cannot read', change((text) => `${text}\n\t]`)],
  ['that only the data plane detects', change((text) => text.replace('target-url: $(', 'target-url: ws-ftp://$('))],
  ['about a document that is named and gone', remove(api)],
  ['about a folder of documents that is gone', remove('providers')],
  ['about a catalog whose document is gone', remove('catalogs/sandbox/catalog.yaml')],
  ['about a folder that is gone with all it has', remove('')],
] as const) {
  test.serial(
    `a node whose documents have an error ${title} at its start serves the revision that it used last`,
    async (t) => {
      const { folder, remove: clear } = await withDocuments(async () => {})
      t.teardown(clear)
      const { data, copy, revision } = used
      await rm(data, { recursive: true })
      await cp(copy, data, { recursive: true })
      await spoil(folder)

      const node = await startGateway(data, { SLUICE_CONFIG: folder })
      t.is((await fetch(`${node.url}/acme/sandbox/customerdb/v1/customers`)).status, 401)
      const said = node.log().find(({ msg }) => /the documents have errors: the revision/.test(String(msg)))
      t.regex(String(revision), /^[0-9a-f]+$/)
      t.like(said, { level: 'error', inUse: revision })
      t.is(node.log().find(({ msg }) => msg === 'gateway ready')?.revision, revision)
      t.true(
        node.log().some(({ place }) => typeof place === 'string'),
        'the log has each problem with its place',
      )
      t.is(await node.stop(), 0)
    },
  )
}

test('a start says why the revision that the node used last cannot be served either', async (t) => {
  const { folder, remove: clear } = await withDocuments(
    change((text) => text.replace(/\btitle: .*/, 'title: $env{API_TITLE}')),
  )
  t.teardown(clear)
  const [data, removeData] = await temporaryFolder()
  t.teardown(removeData)
  const first = await startGateway(data, { SLUICE_CONFIG: folder, API_TITLE: 'Customers' })
  t.is(await first.stop(), 0)

  await remove('catalogs')(folder)
  const { status, errors } = await sluice(['start'], data, { SLUICE_CONFIG: folder, SLUICE_DATA: data })
  t.is(status, 1)
  t.regex(textOf(errors), /there is no folder "catalogs"/)
  t.regex(textOf(errors), /customer-database\.yaml:\d+:\d+ .*\(in the revision used last\)/)
})

test('problems that only the data plane detects are reported before the start', async (t) => {
  const { folder, remove } = await withDocuments((at) =>
    changeText(join(at, 'apis/customer-database.yaml'), 'target-url: $(', 'target-url: ftp://$('),
  )
  t.teardown(remove)
  const { status, output } = await sluice(['check', '--sandbox', folder], folder)
  t.is(status, 1)
  t.regex(output, /customer-database\.yaml:\d+:\d+ .*ftp/)
})

test('a setting that makes no sense is named', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { status, errors } = await sluice(['start'], folder, { SLUICE_PORT: 'eighty' })
  t.is(status, 1)
  t.regex(textOf(errors), /SLUICE_PORT must be a whole number from 0 to 65535 - found "eighty"/)
})

for (const [title, args] of [
  ['a command that does not exist', ['chek']],
  ['an option that does not exist', ['check', '--jsn']],
  ['a word too many', ['start', 'now']],
] as const) {
  test(`${title} gets a helpful text and exit status 2`, async (t) => {
    const [folder, remove] = await temporaryFolder()
    t.teardown(remove)
    const { status, errors } = await sluice([...args], folder)
    t.is(status, 2)
    t.regex(errors, /Usage: sluice/)
  })
}
