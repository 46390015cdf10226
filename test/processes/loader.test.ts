import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'

import { loadDocuments } from '../../src/cli/documents.ts'
import { readSettings } from '../../src/cli/settings.ts'
import { openLoader } from '../../src/processes/loader.ts'

async function open(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-loader-'))
  for (const each of ['providers', 'catalogs', 'apis'])
    await cp(each, join(folder, each), { recursive: true })
  const { environment } = readSettings({})
  const source = { configFolder: folder, environment }
  const { config } = await loadDocuments(source, { sandbox: true })
  if (!config) throw new Error('the documents of the sandbox are wrong')
  const loader = openLoader({ source, sandbox: true, inUse: config })
  t.teardown(async () => {
    await loader.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { loader, config, folder, file: join(folder, 'catalogs/sandbox/catalog.yaml') }
}

async function replace(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}

test('tells what would change against what is in use, until that is in use', async (t) => {
  const { loader, config, file } = await open(t)
  t.like(await loader.load(), { revision: config.revision, changes: [] })

  await replace(file, 'title: Sandbox', 'title: Other')
  const found = await loader.load()
  t.deepEqual(found.changes, ['catalog acme/sandbox: title: Sandbox -> Other'])
  t.is((await loader.load()).changes.length, 1)
  if (found.config) loader.used(found.config)
  t.deepEqual((await loader.load()).changes, [])
})

test('another folder is only looked at', async (t) => {
  const { loader, folder, file } = await open(t)
  await replace(file, 'title: Sandbox', 'title: Other')
  const looked = await loader.load(folder)
  t.is(looked.config, undefined)
  t.is(looked.changes.length, 1)
})

test('wrong documents are problems, and loading goes on after the thread has ended', async (t) => {
  const { loader, file } = await open(t)
  await replace(file, 'org: acme', 'org: [')
  const { config, problems } = await loader.load()
  t.is(config, undefined)
  t.true(problems.length > 0)

  await loader.close()
  await replace(file, 'org: [', 'org: acme')
  t.deepEqual((await loader.load()).problems, [])
})
