import fs, { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import promises, { cp, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { DocumentWatcher } from '../../../../src/gateway/runtime/loading/watch-documents.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

/** A release with an API, a policy and a text, in a folder of its own. */
async function makeRelease(folder: string, name: string): Promise<string> {
  const release = join(folder, name)
  for (const each of ['config/apis/inner', 'config/providers', 'config/catalogs/c', 'config/policies', 'texts'])
    await mkdir(join(release, each), { recursive: true })
  await writeFile(join(release, 'config/apis/inner/a.yaml'), name)
  await writeFile(join(release, 'config/policies/p.ts'), name)
  await writeFile(join(release, 'texts/text.txt'), name)
  return release
}

/** Points a link to another target in one step, as deployments do. */
async function point(link: string, target: string): Promise<void> {
  await symlink(target, `${link}.new`)
  await rename(`${link}.new`, link)
}

interface Case {
  /** Prepares the folder, and returns that of the documents. */
  prepare(folder: string): Promise<string>
  replace(folder: string): Promise<unknown>
  /** The document to change after the replacement. */
  edit?: string
  named?: string
}

const cases: Readonly<Record<string, Case>> = {
  'a link two levels above the documents is repointed': {
    async prepare(folder) {
      await point(join(folder, 'current'), await makeRelease(folder, 'first'))
      return join(folder, 'current/config')
    },
    replace: async (folder) => point(join(folder, 'current'), await makeRelease(folder, 'second')),
    edit: 'current/config/apis/inner/a.yaml',
  },
  'the folder is removed and made again': {
    prepare: async (folder) => join(await makeRelease(folder, 'only'), 'config'),
    async replace(folder) {
      await rm(join(folder, 'only'), { recursive: true })
      await makeRelease(folder, 'only')
    },
    edit: 'only/config/policies/p.ts',
  },
  'the folder is renamed away and another one takes its place': {
    prepare: async (folder) => join(await makeRelease(folder, 'only'), 'config'),
    async replace(folder) {
      await cp(join(folder, 'only'), join(folder, 'copy'), { recursive: true })
      await rename(join(folder, 'only'), join(folder, 'old'))
      await rename(join(folder, 'copy'), join(folder, 'only'))
    },
    edit: 'only/config/apis/inner/a.yaml',
  },
  'the folder of policies is a link that is repointed': {
    async prepare(folder) {
      const [first] = [await makeRelease(folder, 'first'), await makeRelease(folder, 'second')]
      await rm(join(first, 'config/policies'), { recursive: true })
      await point(join(first, 'config/policies'), join(folder, 'second/config/policies'))
      return join(first, 'config')
    },
    replace: async (folder) =>
      point(join(folder, 'first/config/policies'), join(await makeRelease(folder, 'third'), 'config/policies')),
    edit: 'third/config/policies/p.ts',
  },
  'the file behind the link of a document changes': {
    async prepare(folder) {
      const release = await makeRelease(folder, 'first')
      await point(join(release, 'config/apis/linked.yaml'), join(release, 'texts/text.txt'))
      return join(release, 'config')
    },
    replace: (folder) => writeFile(join(folder, 'first/texts/text.txt'), 'other and longer'),
  },
  'a file that documents name is replaced outside their folder': {
    prepare: async (folder) => join(await makeRelease(folder, 'first'), 'config'),
    async replace(folder) {
      await writeFile(join(folder, 'part'), 'other')
      await rename(join(folder, 'part'), join(folder, 'first/texts/text.txt'))
    },
    named: 'first/texts/text.txt',
  },
  'a file that documents name and that was not there is written': {
    prepare: async (folder) => join(await makeRelease(folder, 'first'), 'config'),
    replace: (folder) => writeFile(join(folder, 'first/texts/later.txt'), 'now'),
    named: 'first/texts/later.txt',
  },
}

for (const [title, { prepare, replace, edit, named }] of Object.entries(cases)) {
  test(`a change is reported when ${title}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-watch-'))
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const watcher = new DocumentWatcher(await prepare(folder), silentLog)
    t.teardown(() => watcher.close())
    if (named) watcher.followFiles([join(folder, named)], Number.POSITIVE_INFINITY)
    let changes = Promise.withResolvers<void>()
    watcher.onChange(() => changes.resolve())
    const alive = setInterval(() => {}, 1_000) // the watcher keeps no process alive by itself
    t.teardown(() => clearInterval(alive))

    await replace(folder)
    await changes.promise
    if (edit) {
      // Until nothing of the replacement is reported any more, each edit is reported once more.
      for (let round = 0; round < 2; round += 1) {
        changes = Promise.withResolvers()
        await writeFile(join(folder, edit), `edit ${round}`)
        await changes.promise
      }
    }
    t.pass()
  })
}

const steps: readonly (readonly [
  title: string,
  step: (config: string) => Promise<unknown>,
  changes: readonly string[] | undefined,
])[] = [
  ['a file is written', (config) => writeFile(join(config, 'apis/inner/a.yaml'), 'other'), ['apis/inner/a.yaml']],
  ['a file is added', (config) => writeFile(join(config, 'providers/new.yaml'), 'new'), ['providers/new.yaml']],
  ['a file is removed', (config) => rm(join(config, 'policies/p.ts')), ['policies/p.ts']],
  [
    'an editor replaces a file',
    async (config) => {
      await writeFile(join(config, 'apis/inner/.a.yaml.part'), 'other')
      await rename(join(config, 'apis/inner/.a.yaml.part'), join(config, 'apis/inner/a.yaml'))
    },
    ['apis/inner/a.yaml'],
  ],
  [
    'a hidden folder is made and filled',
    async (config) => {
      await mkdir(join(config, 'apis/.parts'))
      await writeFile(join(config, 'apis/.parts/a.yaml'), 'part')
    },
    [],
  ],
  ['a folder is added', (config) => mkdir(join(config, 'apis/more')), undefined],
  ['a folder is removed', (config) => rm(join(config, 'apis/inner'), { recursive: true }), undefined],
  ['a folder is renamed', (config) => rename(join(config, 'apis/inner'), join(config, 'apis/other')), undefined],
  ['a link is added', (config) => symlink('../../texts/text.txt', join(config, 'apis/linked.yaml')), undefined],
  [
    'more files change than the kernel may report',
    async (config) => {
      for (let number = 0; number < 1_200; number += 1)
        writeFileSync(join(config, `apis/${number % 2}.yaml`), String(number))
    },
    undefined,
  ],
]

for (const [title, step, changes] of steps) {
  test(`${changes ? 'the path is known' : 'any file may have changed'} when ${title}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-watch-'))
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const config = join(await makeRelease(folder, 'first'), 'config')
    const watcher = new DocumentWatcher(config, silentLog)
    t.teardown(() => watcher.close())
    t.deepEqual(watcher.takeChanges(), [])
    await step(config)
    const last = join(config, 'catalogs/c/last.yaml')
    await writeFile(last, 'the end')
    const known = new Set<string>()
    let isKnown = true
    while (isKnown && !known.has('catalogs/c/last.yaml')) {
      await new Promise(setImmediate)
      const found = watcher.takeChanges()
      isKnown = found !== undefined
      for (const path of found ?? []) known.add(path)
    }
    t.deepEqual(isKnown ? [...known].sort() : undefined, changes && [...changes, 'catalogs/c/last.yaml'].sort())
  })
}

test('a file that changes repeatedly is reported once', async (t) => {
  const { config, watcher, nextChange } = await open(t)
  const [one, other] = [join(config, 'policies/p.ts'), join(config, 'apis/inner/a.yaml')]
  for (let count = 0; count < 20; count += 1) writeFileSync(count % 2 === 0 ? one : other, String(count))
  await nextChange()
  await new Promise(setImmediate)
  t.deepEqual(watcher.takeChanges()?.toSorted(), ['apis/inner/a.yaml', 'policies/p.ts'])
})

test('after a doubt, any file may have changed, once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-watch-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const watcher = new DocumentWatcher(join(await makeRelease(folder, 'first'), 'config'), silentLog)
  t.teardown(() => watcher.close())
  watcher.doubtAll()
  t.true(watcher.hasChanges())
  t.deepEqual([watcher.takeChanges(), watcher.takeChanges()], [undefined, []])
})

/** A watcher whose changes can be waited for, and its folder. */
async function open(t: ExecutionContext, prepare: (config: string) => Promise<unknown> = async () => {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-watch-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const config = join(await makeRelease(folder, 'first'), 'config')
  await prepare(config)
  const watcher = new DocumentWatcher(config, silentLog)
  t.teardown(() => watcher.close())
  let changed = Promise.withResolvers<void>()
  watcher.onChange(() => changed.resolve())
  const alive = setInterval(() => {}, 1_000)
  t.teardown(() => clearInterval(alive))
  const nextChange = async () => {
    await changed.promise
    changed = Promise.withResolvers()
  }
  return { config, text: join(folder, 'first/texts/text.txt'), watcher, nextChange }
}

for (const [title, sinceChangeMs] of [
  ['', 0],
  [', also when the tick of the kernel before dates the change', 5],
] as const)
  test(`a named file that changed while it was read counts as changed${title}`, async (t) => {
    const { text, watcher, nextChange } = await open(t)
    watcher.followFiles([text], (await stat(text)).ctimeMs + sinceChangeMs)
    await nextChange()
    t.deepEqual(watcher.takeChanges()?.length, 1)
  })

test('a folder that has links to itself and to folders above is watched once', async (t) => {
  const { config, watcher, nextChange } = await open(t, async (folder) => {
    for (const [target, link] of [
      ['.', 'inner/one'],
      ['.', 'inner/other'],
      ['..', 'inner/above'],
    ] as const)
      await symlink(target, join(folder, 'apis', link))
  })
  await writeFile(join(config, 'apis/inner/a.yaml'), 'other')
  await nextChange()
  t.deepEqual([...new Set(watcher.takeChanges())], ['apis/inner/a.yaml'])
})

test('the file behind a link is compared while documents name the link, and afterwards', async (t) => {
  const { config, text, watcher, nextChange } = await open(t, (folder) =>
    symlink('../../texts/text.txt', join(folder, 'apis/linked.yaml')),
  )
  for (const named of [[join(config, 'apis/linked.yaml')], []]) {
    watcher.followFiles(named, Number.POSITIVE_INFINITY)
    await writeFile(text, `${named.length} names`)
    await nextChange()
    // Any file may have changed: of a link, it is unknown what it leads to.
    while (watcher.takeChanges() !== undefined) await new Promise(setImmediate)
  }
  t.pass()
})

test.serial('a folder that cannot be watched is watched as soon as it can be', async (t) => {
  const { watch } = fs
  let isLimited = true
  mock.method(fs, 'watch', (...args: Parameters<typeof watch>) => {
    if (isLimited && String(args[0]).endsWith('inner')) throw new Error('ENOSPC')
    return watch(...args)
  })
  syncBuiltinESMExports()
  t.teardown(() => {
    mock.reset()
    syncBuiltinESMExports()
  })
  const { config, watcher, nextChange } = await open(t)
  t.deepEqual([watcher.takeChanges(), watcher.takeChanges()], [undefined, undefined])
  isLimited = false
  await nextChange()
  t.deepEqual([watcher.takeChanges(), watcher.takeChanges()], [undefined, []])
  await writeFile(join(config, 'apis/inner/a.yaml'), 'other')
  await nextChange()
  t.deepEqual([...new Set(watcher.takeChanges())], ['apis/inner/a.yaml'])
})

test.serial('a file system that does not respond is asked once', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let count = 0
  const { stat: original } = promises
  mock.method(promises, 'stat', (path: string) => {
    if (!path.endsWith('text.txt')) return original(path)
    count += 1
    return new Promise(() => {})
  })
  syncBuiltinESMExports()
  t.teardown(() => {
    mock.timers.reset()
    mock.reset()
    syncBuiltinESMExports()
  })
  const { text, watcher } = await open(t)
  watcher.followFiles([text], Number.POSITIVE_INFINITY)
  mock.timers.tick(10_000)
  t.is(count, 1)
})

test.serial('a folder that is made while the kernel loses events is watched', async (t) => {
  const { config, watcher, nextChange } = await open(t)
  const [one, other, late] = [join(config, 'apis/one.txt'), join(config, 'apis/other.txt'), join(config, 'apis/late')]
  writeFileSync(one, '')
  for (let count = 0; count < 5_000; count += 1) {
    renameSync(one, other)
    renameSync(other, one)
  }
  mkdirSync(late)
  let isKnown = false
  while (!isKnown) {
    await nextChange()
    isKnown = watcher.takeChanges()?.includes('apis/late/a.yaml') === true
    if (!isKnown) await writeFile(join(late, 'a.yaml'), 'edit')
  }
  t.pass()
})
