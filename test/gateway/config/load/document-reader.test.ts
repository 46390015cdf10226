import promises, { link, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { type Config, openConfigLoader, renderProblem } from '../../../../src/gateway/config/index.ts'
import { changed, type Files, folderWith, valid, writeFiles } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const application = 'catalogs/sandbox/applications/app.yaml'

/** Documents that are loaded again and again. */
async function open(t: ExecutionContext, files: Files = {}) {
  const folder = await folderWith(t, files)
  const { load } = openConfigLoader(folder, tables, {})
  return { folder, load, config: (await load()).config as Config }
}

function partsOf({ catalogs: [catalog] }: Config) {
  const { apis, products, applications, providers } = catalog as Config['catalogs'][number]
  return { api: apis[0], product: products[0], application: applications[0], provider: providers.get('oauth') }
}

test('unchanged documents give the identical part and revision', async (t) => {
  const { load, config } = await open(t)
  const again = (await load()).config as Config
  t.is(again.revision, config.revision)
  const before = partsOf(config)
  for (const [name, part] of Object.entries(partsOf(again))) t.is(part, before[name as keyof typeof before])
})

test('a change of one document is seen, and the parts of the others stay identical', async (t) => {
  const { folder, load, config } = await open(t)
  await writeFiles(folder, changed(application, 'name: app', 'name: app\ntitle: Other'))
  const now = (await load()).config as Config
  t.not(now.revision, config.revision)
  t.is(partsOf(now).application?.title, 'Other')
  t.is(partsOf(now).api, partsOf(config).api)
})

test('a text of the same length, written at the same time by its date, is seen', async (t) => {
  const { folder, load, config } = await open(t, changed(application, 'name: app', 'name: app\ntitle: Aaa'))
  const old = new Date(2020, 1, 1)
  await utimes(join(folder, application), old, old)
  t.is(partsOf((await load()).config as Config).application?.title, 'Aaa')

  await writeFiles(folder, changed(application, 'name: app', 'name: app\ntitle: Bbb'))
  await utimes(join(folder, application), old, old)
  t.is(partsOf((await load()).config as Config).application?.title, 'Bbb')
  t.is(partsOf(config).application?.title, 'Aaa')
})

test('added and removed documents are noticed', async (t) => {
  const { folder, load, config } = await open(t)
  const twin = 'catalogs/sandbox/applications/twin.yaml'
  await writeFile(join(folder, twin), 'name: twin\ncredentials: [{ client_id: twin }]\nclient_type: public\n')
  t.deepEqual(
    (await load()).config?.catalogs[0]?.applications.map(({ name }) => name),
    ['app', 'twin'],
  )
  await rm(join(folder, twin))
  t.is((await load()).config?.revision, config.revision)
})

test('a load that knows which files changed gives what a load of all files gives, and reads no other file', async (t) => {
  const { folder, load } = await open(t)
  const shop = 'catalogs/sandbox/products/shop.yaml'
  const [twin, stray] = ['catalogs/sandbox/applications/twin.yaml', 'catalogs/sandbox/stray.yaml']
  const client = 'credentials: [{ client_id: twin }]\nclient_type: public\n'
  const steps: readonly Files[] = [
    changed(application, 'name: app', 'name: app\ntitle: One'),
    { [twin]: `name: twin\n${client}` },
    { [twin]: `name: other\n${client}`, ...changed(shop, '  gold:', '  silver:') },
    { [stray]: 'name: stray' },
    { [stray]: undefined },
    { [stray]: 'name: stray' },
    { [twin]: undefined, [stray]: undefined, [shop]: valid[shop], 'apis/.hidden.yaml': 'a' },
    { [application]: undefined },
    { [application]: '{' },
    { [application]: valid[application] },
  ]
  for (const step of steps) {
    for (const [path, text] of Object.entries(step)) {
      if (text === undefined) await rm(join(folder, path))
      else await writeFile(join(folder, path), text)
    }
    const { config, problems } = await load(undefined, undefined, Object.keys(step))
    const fresh = await openConfigLoader(folder, tables, {}).load()
    t.deepEqual([config?.revision, problems], [fresh.config?.revision, fresh.problems])
  }
  const before = (await load()).config as Config
  await writeFile(
    join(folder, application),
    changed(application, 'name: app', 'name: app\ntitle: Two')[application] ?? '',
  )
  t.is((await load(undefined, undefined, [])).config?.revision, before.revision)
  const tried = { file: application, text: valid[application] }
  await load(tried, undefined, [])
  t.is(partsOf((await load(undefined, undefined, [])).config as Config).application?.title, 'Two')
})

test('a folder that has changed is listed again, and a path that cannot be looked at ends no load', async (t) => {
  const { folder, load, config } = await open(t)
  const twin = 'catalogs/sandbox/applications/twin.yaml'
  await writeFile(join(folder, twin), 'name: twin\ncredentials: [{ client_id: twin }]\nclient_type: public\n')
  const tooLong = `apis/${'a'.repeat(300)}.yaml`
  t.is((await load(undefined, undefined, [tooLong])).config?.revision, config.revision)
  const { config: now } = await load(undefined, undefined, ['catalogs/sandbox/applications'])
  t.is(now?.catalogs[0]?.applications.length, 2)
})

test('a file with several names has changed at all of them', async (t) => {
  const { folder, load, config } = await open(t)
  await link(join(folder, application), join(folder, 'notes.txt'))
  await link(join(folder, application), join(folder, 'apis/notes.txt'))
  await writeFile(
    join(folder, 'apis/notes.txt'),
    changed(application, 'name: app', 'name: app\ntitle: Other')[application] ?? '',
  )
  const now = (await load(undefined, undefined, ['apis/notes.txt'])).config as Config
  t.is(partsOf(now).application?.title, 'Other')
  t.is(partsOf(now).api, partsOf(config).api)
})

test.serial('a folder that cannot be looked at is a problem, and ends no load', async (t) => {
  const { folder, load } = await open(t, { 'apis/inner/a.txt': 'a' })
  const inner = join(folder, 'apis/inner')
  const { realpath } = promises
  mock.method(promises, 'realpath', async (path: string) => {
    if (path === inner) await rm(inner, { recursive: true })
    return realpath(path)
  })
  syncBuiltinESMExports()
  t.teardown(() => {
    mock.reset()
    syncBuiltinESMExports()
  })
  t.deepEqual((await load()).problems.map(renderProblem), ['apis/inner:1:1 cannot be read: there is no such folder'])
})

test('referenced files are read at each load, also when one was missing before', async (t) => {
  const title = changed(application, 'name: app', 'name: app\ntitle: $file{title.txt}')
  const { folder, load, config } = await open(t, { ...title, 'catalogs/sandbox/applications/title.txt': 'One' })
  const text = join(folder, 'catalogs/sandbox/applications/title.txt')
  t.is(partsOf(config).application?.title, 'One')
  await writeFile(text, 'Two')
  t.is(partsOf((await load()).config as Config).application?.title, 'Two')
  await rm(text)
  t.is((await load()).config, undefined)
  await writeFile(text, 'Three')
  t.is(partsOf((await load()).config as Config).application?.title, 'Three')
})

test('a problem is reported at each load with its location until it is fixed', async (t) => {
  const { folder, load, config } = await open(t)
  const wrong = changed(application, 'plan: gold', 'plan: glod')
  await writeFiles(folder, wrong)
  const told = (await load()).problems.map(renderProblem)
  t.deepEqual(told, [`${application}:6:28 product "shop" has no plan "glod" - its plans are gold`])
  t.deepEqual((await load()).problems.map(renderProblem), told)
  await writeFiles(folder, changed(application, 'plan: gold', 'plan: gold'))
  t.is((await load()).config?.revision, config.revision)
})

test('a problem that another document causes is reported with its location in a cached document', async (t) => {
  const { folder, load } = await open(t)
  await writeFiles(folder, changed('catalogs/sandbox/products/shop.yaml', '  gold:', '  silver:'))
  t.deepEqual((await load()).problems.map(renderProblem), [
    `${application}:6:28 product "shop" has no plan "gold" - its plans are silver`,
  ])
})

test('the text of an overlay is not cached, and a text written afterwards is used', async (t) => {
  const { folder, load, config } = await open(t)
  const { [application]: text } = changed(application, 'name: app', 'name: app\ntitle: Tried') as Record<string, string>
  const tried = (await load({ file: application, text })).config as Config
  t.is(partsOf(tried).application?.title, 'Tried')
  t.is((await load()).config?.revision, config.revision)
  t.is((await load({ file: application, text: undefined })).config?.catalogs[0]?.applications.length, 0)

  await writeFile(join(folder, application), text as string)
  t.is((await load()).config?.revision, tried.revision)
})
