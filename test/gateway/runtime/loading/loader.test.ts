import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { LoadingError, openLoader } from '../../../../src/gateway/runtime/loading/loader.ts'
import { listRevisions } from '../../../../src/gateway/runtime/revisions/index.ts'
import { readSettings } from '../../../../src/gateway/runtime/settings/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

const dyingLoader = join(import.meta.dirname, '_dying-loader.ts')

async function open(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-loader-'))
  for (const each of ['providers', 'catalogs', 'apis']) await cp(each, join(folder, each), { recursive: true })
  const { environment } = readSettings({})
  const source = { configFolder: folder, environment }
  const loader = openLoader({ sandbox: true }, silentLog, dyingLoader)
  const { config } = await loader.load(source)
  if (!config) throw new Error('the documents of the sandbox are wrong')
  loader.markInUse(config)
  t.teardown(async () => {
    await loader.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return { loader, source, config, file: join(folder, 'catalogs/sandbox/catalog.yaml') }
}

async function replace(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}

test('reports the changes against the revision in use until they are in use', async (t) => {
  const { loader, source, config, file } = await open(t)
  t.like(await loader.load(source), { revision: config.revision, changes: [] })

  await replace(file, 'title: Sandbox', 'title: Other')
  const found = await loader.load(source)
  t.deepEqual(
    found.changes.map(({ text }) => text),
    ['catalog acme/sandbox: title: Sandbox -> Other'],
  )
  t.is((await loader.load(source)).changes.length, 1)
  if (found.config) loader.markInUse(found.config)
  t.deepEqual((await loader.load(source)).changes, [])
})

test('documents that are looked at are not to be used', async (t) => {
  const { loader, source, file } = await open(t)
  await replace(file, 'title: Sandbox', 'title: Other')
  const looked = await loader.preview(source)
  t.is(looked.config, undefined)
  t.is(looked.changes.length, 1)
})

test('invalid documents are reported as problems, and loading works after the process has ended idle', async (t) => {
  const { loader, source, file } = await open(t)
  await replace(file, 'org: acme', 'org: [')
  const { config, problems } = await loader.load(source)
  t.is(config, undefined)
  t.true(problems.length > 0)

  loader.stopUntilNeeded()
  await replace(file, 'org: [', 'org: acme')
  t.deepEqual((await loader.load(source)).problems, [])
})

test('a process that is killed while it loads is replaced, and the documents are loaded', async (t) => {
  const { loader, source } = await open(t)
  await writeFile(join(source.configFolder, 'deaths'), '1')
  t.deepEqual((await loader.preview(source)).problems, [])
})

test('a load fails when the replaced process dies, too, and a later load works', async (t) => {
  const { loader, source } = await open(t)
  await writeFile(join(source.configFolder, 'deaths'), '2')
  await t.throwsAsync(loader.preview(source), { instanceOf: LoadingError, message: /ended before it had responded/ })
  t.deepEqual((await loader.preview(source)).problems, [])
})

test('a process that replaced the one with the documents compares with those in use', async (t) => {
  const { loader, source, config, file } = await open(t)
  await replace(file, 'title: Sandbox', 'title: Other')
  const { config: other } = await loader.load(source)
  loader.stopUntilNeeded()
  await loader.preview(source)
  if (other) loader.markInUse(other)
  await replace(file, 'title: Other', 'title: Sandbox')
  const { config: again, changes } = await loader.load(source)
  t.is(again?.revision, config.revision)
  t.deepEqual(
    changes.map(({ text }) => text),
    ['catalog acme/sandbox: title: Other -> Sandbox'],
  )
})

test('what a process keeps in memory are the documents to use, also when it looked at others before', async (t) => {
  const { loader, source, config, file } = await open(t)
  loader.stopUntilNeeded()
  const others = await mkdtemp(join(tmpdir(), 'sluice-others-'))
  t.teardown(() => rm(others, { recursive: true }))
  await loader.preview({ ...source, configFolder: others })
  await loader.load(source)
  await replace(file, 'title: Sandbox', 'title: Other')
  t.is((await loader.load({ ...source, changed: [] })).revision, config.revision)
})

test.serial('the process ends when it has kept the revision in use, however long that takes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-kept-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const each of ['providers', 'catalogs', 'apis']) await cp(each, join(folder, each), { recursive: true })
  const { PATH } = process.env
  t.teardown(() => {
    process.env.PATH = PATH
  })
  await mkdir(join(folder, 'bin'))
  const [started, goOn] = [join(folder, 'started'), join(folder, 'go-on')]
  const waiting = `#!/bin/sh\ntouch ${started}\nwhile [ ! -e ${goOn} ]; do sleep 0.02; done\nexit 1\n`
  await writeFile(join(folder, 'bin/git'), waiting, { mode: 0o755 })
  process.env.PATH = `${join(folder, 'bin')}:${PATH}`

  const loader = openLoader({ sandbox: true, dataFolder: folder }, silentLog, dyingLoader)
  const source = { configFolder: folder, environment: readSettings({}).environment }
  const { config } = await loader.load(source)
  const pid = await readFile(join(folder, 'pid'), 'utf8')
  if (config) loader.markInUse(config)
  loader.stopUntilNeeded()
  while (!existsSync(started)) await new Promise(setImmediate)
  await loader.load(source)
  t.is(await readFile(join(folder, 'pid'), 'utf8'), pid) // another process could keep a revision at the same time
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const closing = loader.close()
  await new Promise(setImmediate)
  mock.timers.tick(5_000)
  await writeFile(goOn, '')
  await closing
  t.is((await listRevisions(folder))[0]?.revision, config?.revision)
})

const registration = 'registration: { metadata_documents: { enabled: true }, product: customer, plan: default-plan }'

for (const [title, document, from, to] of [
  ['applications in the store', 'catalogs/sandbox/catalog.yaml', 'portal:', 'portal:\n  applications: store'],
  ['clients that register', 'providers/customer-oauth.yaml', '  dpop:', `  ${registration}\n  dpop:`],
] as const)
  test(`the process ends when it is idle, and stays with ${title}`, async (t) => {
    const { loader, source } = await open(t)
    const load = async () => {
      const { problems } = await loader.load(source)
      t.deepEqual(problems, [])
      return readFile(join(source.configFolder, 'pid'), 'utf8')
    }
    const first = await load()
    t.is(await load(), first)
    loader.stopUntilNeeded()
    await replace(join(source.configFolder, document), from, to)
    const second = await load()
    t.not(second, first)
    loader.stopUntilNeeded()
    t.is(await load(), second)
  })
