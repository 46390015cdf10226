import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type ConsoleLayout, emptyLayout } from '../../../../../src/mq/parts/console/contract/layout.ts'
import { openLayoutStore } from '../../../../../src/mq/parts/console/state/layout-store.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'

test('a user starts with the empty layout, and finds a saved one after a restart', async (t) => {
  const folder = await openFolder(t)
  const store = openLayoutStore(folder, silentLog)
  const { layout, etag } = await store.load('alice')
  t.deepEqual(layout, emptyLayout)
  const saved = await store.save('alice', dashboard('first'), etag)
  t.truthy(saved)

  const restarted = openLayoutStore(folder, silentLog)
  t.deepEqual(await restarted.load('alice'), { layout: dashboard('first'), etag: saved as string })
  t.deepEqual((await restarted.load('bob')).layout, emptyLayout)
})

test('of two writes that replace the same version, one is stored', async (t) => {
  const store = openLayoutStore(await openFolder(t), silentLog)
  const { etag } = await store.load('alice')
  const [first, second] = await Promise.all([
    store.save('alice', dashboard('first'), etag),
    store.save('alice', dashboard('second'), etag),
  ])
  t.truthy(first)
  t.is(second, undefined)
  t.is((await store.load('alice')).layout.dashboards[0]?.title, 'first')
})

test('a user name with a path in it stays inside the folder', async (t) => {
  const folder = await openFolder(t)
  const store = openLayoutStore(folder, silentLog)
  const user = `../../${'x'.repeat(500)}`
  await store.save(user, dashboard('mine'), (await store.load(user)).etag)
  t.deepEqual(await readdir(folder), ['console'])
  t.is((await readdir(join(folder, 'console'))).length, 1)
})

test('a damaged file counts as the empty layout, and can be replaced', async (t) => {
  const folder = await openFolder(t)
  const store = openLayoutStore(folder, silentLog)
  await store.save('alice', dashboard('first'), (await store.load('alice')).etag)
  const [file] = await readdir(join(folder, 'console'))
  await writeFile(join(folder, 'console', file as string), '{"type":"pages","dashb')

  const { layout, etag } = await store.load('alice')
  t.deepEqual(layout, emptyLayout)
  t.truthy(await store.save('alice', dashboard('again'), etag))
})

test('members of another version in a file are left out, and the rest is kept', async (t) => {
  const folder = await openFolder(t)
  const store = openLayoutStore(folder, silentLog)
  await store.save('alice', dashboard('first'), (await store.load('alice')).etag)
  const [file] = await readdir(join(folder, 'console'))
  const later = { ...dashboard('first'), user: 'alice', accent: 'red' }
  await writeFile(join(folder, 'console', file as string), JSON.stringify(later))
  t.deepEqual((await store.load('alice')).layout, dashboard('first'))
})

function dashboard(title: string): ConsoleLayout {
  return { type: 'dashboards', dashboards: [{ id: 'a', title, widgets: [] }] }
}

async function openFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'layouts-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
