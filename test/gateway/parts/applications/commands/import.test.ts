import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openStoredApplications } from '../../../../../src/gateway/runtime/applications/stored-applications.ts'
import { confidential, openVerbs, storing } from './_verbs.ts'

const placeOf = (name: string) => `catalogs/sandbox/applications/${name}.yaml`
const textOf = (name: string, title = name) =>
  `name: ${name}\ntitle: ${title}\nclient_type: public\ncredentials: [{ client_id: ${name}-id }]\n`

/** A store with an application, and a folder to import from with that one and a new one. */
async function open(t: ExecutionContext) {
  const verbs = await openVerbs(t, storing)
  const { storage } = await openStoredApplications(verbs.store, Date.now)
  await storage.create(placeOf('old'), textOf('old'))
  const source = join(verbs.folder, 'source')
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(source, placeOf(name))), { recursive: true })
    await writeFile(join(source, placeOf(name)), text)
  }
  await write('old', `# yaml-language-server: $schema=../../../schemas/application.json\n${textOf('old')}`)
  await write('new', textOf('new'))
  return { ...verbs, storage, source, write }
}

test('an import creates what the store has not, and leaves what is the same', async (t) => {
  const { run, storage, source, trail } = await open(t)
  await storage.create(placeOf('other'), textOf('other'))
  const { status, facts } = await run('import', [source])
  t.is(status, 0)
  t.deepEqual(facts, {
    catalog: '/acme/sandbox',
    folder: source,
    dryRun: false,
    created: [placeOf('new')],
    replaced: [],
    different: [],
    unchanged: [placeOf('old')],
    others: [placeOf('other')],
    hiddenByFiles: [],
  })
  t.is(await storage.read(placeOf('new')), textOf('new'))
  t.deepEqual(trail, [
    { action: 'apps import', catalog: '/acme/sandbox', application: 'new', file: placeOf('new'), change: 'created' },
  ])
  const names = (await run('list')).facts.map(({ name }: { name: string }) => name)
  t.deepEqual(names, ['app', 'new', 'old', 'other'])
})

test('what an export has written is imported without a change', async (t) => {
  const { run, folder, storage } = await open(t)
  const target = join(folder, 'exported')
  await run('export', [target])
  t.like((await run('import', [target])).facts, { created: [], replaced: [], unchanged: [placeOf('old')] })
  await storage.replace(placeOf('old'), textOf('old'), undefined)
  t.like((await run('import', [target])).facts, { created: [placeOf('old')], unchanged: [] })
  t.is(await storage.read(placeOf('old')), textOf('old'))
})

test('an application with another text is replaced with --replace only', async (t) => {
  const { run, storage, source, write, trail } = await open(t)
  await write('old', textOf('old', 'Changed'))
  await t.throwsAsync(run('import', [source]), {
    message:
      /^1 applications have another text in the store; nothing was written:\n {2}catalogs\/.+old\.yaml\nUse --replace/,
  })
  t.false(await storage.has(placeOf('new')), 'nothing is written')
  t.deepEqual(trail, [])

  const { facts } = await run('import', [source], { replace: true })
  t.like(facts, { created: [placeOf('new')], replaced: [placeOf('old')], different: [] })
  t.is(await storage.read(placeOf('old')), textOf('old', 'Changed'))
  t.deepEqual(
    trail.map((entry) => (entry as { change: string }).change),
    ['created', 'replaced'],
  )
})

test('--dry-run writes nothing, and says whether the import would be refused', async (t) => {
  const { run, storage, source, write, trail } = await open(t)
  t.is((await run('import', [source], { dryRun: true })).status, 0)
  await write('old', textOf('old', 'Changed'))
  const { status, output } = await run('import', [source], { dryRun: true, json: false })
  t.is(status, 1)
  t.regex(
    output,
    /^1 applications would be imported .+\n {2}created .+new\.yaml\n {2}different .+old\.yaml .*--replace/,
  )
  const replacing = await run('import', [source], { dryRun: true, replace: true })
  t.is(replacing.status, 0)
  t.like(replacing.facts, { dryRun: true, replaced: [placeOf('old')] })
  t.false(await storage.has(placeOf('new')))
  t.is(await storage.read(placeOf('old')), textOf('old'))
  t.deepEqual(trail, [])
})

test('an import that would give the documents an error writes nothing', async (t) => {
  const { run, storage, source, write } = await open(t)
  await write('wrong', `${textOf('wrong')}subscriptions: [{ product: none, plan: gold }]\n`)
  await t.throwsAsync(run('import', [source]), {
    message: /nothing was written, because the documents would have errors.+\n .*wrong\.yaml:5.*"none"/s,
  })
  t.false(await storage.has(placeOf('new')))
})

test('an import names the files that hide imported applications', async (t) => {
  const { run, folder } = await openVerbs(t, storing)
  const { facts } = await run('import')
  t.like(facts, { folder, created: [placeOf('app')], hiddenByFiles: [placeOf('app')] })
})

test('an import needs applications, and a catalog that keeps them in the store', async (t) => {
  const { run, source } = await open(t)
  await rm(source, { recursive: true })
  await t.throwsAsync(run('import', [source]), {
    message: `there are no applications in ${join(source, dirname(placeOf('x')))}`,
  })
  const files = await openVerbs(t, confidential)
  await t.throwsAsync(files.run('import'), {
    message: /keeps applications in files: set portal\.applications to store in catalogs/,
  })
})
