import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findSandboxDocuments } from '../../../src/sandbox/run/index.ts'

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder without documents gets a copy of the samples in the data folder', async (t) => {
  const folder = await emptyFolder(t)
  const documents = await findSandboxDocuments(folder, join(folder, 'data'))
  t.is(documents, join(folder, 'data/documents'))
  for (const path of ['apis/mq.yaml', 'catalogs/sandbox/catalog.yaml', 'providers/customer-oauth.yaml'])
    t.true(existsSync(join(documents, path)), path)
})

test('a copy that was changed is not replaced', async (t) => {
  const folder = await emptyFolder(t)
  const documents = await findSandboxDocuments(folder, join(folder, 'data'))
  await writeFile(join(documents, 'apis/mq.yaml'), 'changed')
  t.is(await findSandboxDocuments(folder, join(folder, 'data')), documents)
  t.is(await readFile(join(documents, 'apis/mq.yaml'), 'utf8'), 'changed')
})

test('a copy that was interrupted is made again', async (t) => {
  const folder = await emptyFolder(t)
  const data = join(folder, 'data')
  await mkdir(join(data, 'documents.unfinished/apis'), { recursive: true })
  await writeFile(join(data, 'documents.unfinished/apis/half.yaml'), 'openapi')
  const documents = await findSandboxDocuments(folder, data)
  t.false(existsSync(join(documents, 'apis/half.yaml')))
})

for (const name of ['providers', 'catalogs', 'apis'])
  test(`a folder with "${name}" is used as it is`, async (t) => {
    const folder = await emptyFolder(t)
    await mkdir(join(folder, name))
    t.is(await findSandboxDocuments(folder, join(folder, 'data')), folder)
    t.false(existsSync(join(folder, 'data')))
  })
