import test from 'ava'
import { addChangedFiles } from '../../../../src/gateway/runtime/loading/changed-files.ts'
import type { Loader } from '../../../../src/gateway/runtime/loading/loader.ts'

/** A loader that records which changes it gets. Files change during the first loads, as listed. */
function open(duringLoads: (readonly string[] | undefined)[], first: readonly string[] | undefined) {
  const asked: unknown[] = []
  let changes = first
  let fails = false
  let waiting: Promise<void> | undefined
  const load = async ({ changed }: { changed?: readonly string[] }) => {
    asked.push(changed)
    await waiting
    if (fails) {
      fails = false
      throw new Error('failed')
    }
    if (duringLoads.length > 0) changes = duringLoads.shift()
    return { problems: [], changes: [] }
  }
  const watcher = {
    takeChanges() {
      const taken = changes
      changes = []
      return taken
    },
    hasChanges: () => changes?.length !== 0,
    doubtAll() {
      changes = undefined
    },
  }
  const loader = addChangedFiles({ load, preview: load } as unknown as Loader, watcher, '/documents')
  const source = { configFolder: '/documents', environment: {} }
  const fail = () => {
    fails = true
  }
  /** Lets the loads wait until the returned function is called. */
  const wait = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting = promise
    return resolve
  }
  return { asked, loader, source, fail, wait }
}

test('a load gets the files that changed, and follows once more when some change meanwhile', async (t) => {
  const { asked, loader, source } = open([['b.yaml'], undefined], ['a.yaml'])
  await loader.load(source)
  t.deepEqual(asked, [['a.yaml'], ['b.yaml'], undefined])
})

test('documents that never stop changing are used as they are', async (t) => {
  const { asked, loader, source } = open(Array(20).fill(['a.yaml']), [])
  await loader.load(source)
  t.is(asked.length, 6)
})

test('a preview reads what changed, and that of another folder reads all of its files', async (t) => {
  const { asked, loader, source } = open([], ['a.yaml'])
  await loader.preview({ ...source, configFolder: '/others' })
  await loader.preview(source)
  t.deepEqual(asked, [undefined, ['a.yaml']])
})

test('a load waits for the preview that reads what has changed', async (t) => {
  const { asked, loader, source, wait } = open([], ['a.yaml'])
  const goOn = wait()
  const previewed = loader.preview(source)
  const loaded = loader.load(source)
  await new Promise(setImmediate)
  t.deepEqual(asked, [['a.yaml']])
  goOn()
  await Promise.all([previewed, loaded])
  t.deepEqual(asked, [['a.yaml'], []])
})

test('after a load or a preview that failed, the next one reads all files', async (t) => {
  for (const name of ['load', 'preview'] as const) {
    const { asked, loader, source, fail } = open([], ['a.yaml'])
    fail()
    await t.throwsAsync(loader[name](source), { message: 'failed' })
    await loader[name](source)
    t.deepEqual(asked, [['a.yaml'], undefined])
  }
})
