import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import test from 'ava'
import { type Loader, LoadingError } from '../../../../src/gateway/runtime/loading/loader.ts'
import { reloadOnChange } from '../../../../src/gateway/runtime/loading/reload.ts'
import { DocumentWatcher } from '../../../../src/gateway/runtime/loading/watch-documents.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test.serial('documents that could not be loaded are not called wrong, and are tried again', async (t) => {
  const configFolder = await mkdtemp(join(tmpdir(), 'sluice-reload-'))
  t.teardown(() => rm(configFolder, { recursive: true, force: true, maxRetries: 10 }))
  const config = (revision: string) => ({
    revision,
    outlines: new Uint8Array(),
    applications: [],
    apis: new Uint8Array(),
  })
  const results = [
    () => Promise.reject(new LoadingError('the process was killed')),
    async () => ({ revision: 'second', config: config('second'), problems: [], changes: [] }),
  ]
  const lines: string[] = []
  const audited: string[] = []
  const metrics = new Registry()
  const reloading = reloadOnChange({
    source: { configFolder, environment: {} },
    watcher: new DocumentWatcher(configFolder, openLog({ write() {} })),
    config: config('first'),
    loader: { load: () => results.shift()?.(), markInUse() {}, prestart() {} } as unknown as Loader,
    useConfig: async () => {},
    log: openLog({ write: (line) => lines.push(line) }),
    metrics,
    audit: async (action) => void audited.push(action),
    retryDelayMs: 1,
  })
  t.teardown(reloading.close)

  t.false(await reloading.reloadNow())
  t.like(JSON.parse(lines[0] as string), {
    level: 'error',
    msg: 'the changed documents could not be put to use, the old ones stay in use',
    reason: 'the process was killed',
    inUse: 'first',
  })
  t.regex(metrics.render(), /sluice_config_reloads_total\{result="failed"\} 1/)
  while (reloading.configInUse().revision !== 'second') await new Promise(setImmediate)
  while (audited.length === 0) await new Promise(setImmediate)
  t.deepEqual(audited, ['documents used'])
})

for (const [title, revision, isServed, expected] of [
  [
    'a change is written after one load, and put to use',
    'second',
    true,
    { steps: ['load a.yaml', 'write', 'use second'], isInUse: true, revision: 'second' },
  ],
  [
    'a change with errors is not written',
    undefined,
    true,
    { steps: ['load a.yaml'], isInUse: false, revision: 'first' },
  ],
  [
    'a change that cannot be served leaves the revision in use',
    'second',
    false,
    { steps: ['load a.yaml', 'write', 'use second'], isInUse: false, revision: 'first' },
  ],
] as const) {
  test.serial(title, async (t) => {
    const configFolder = await mkdtemp(join(tmpdir(), 'sluice-reload-'))
    t.teardown(() => rm(configFolder, { recursive: true, force: true, maxRetries: 10 }))
    const empty = { outlines: new Uint8Array(), applications: [], apis: new Uint8Array() }
    const steps: string[] = []
    const reloading = reloadOnChange({
      source: { configFolder, environment: {} },
      watcher: new DocumentWatcher(configFolder, openLog({ write() {} })),
      config: { revision: 'first', ...empty },
      loader: {
        async load({ overlay }: { overlay: { file: string } }) {
          steps.push(`load ${overlay.file}`)
          return { revision, config: revision && { revision, ...empty }, problems: [], changes: [] }
        },
        markInUse() {},
        prestart() {},
      } as unknown as Loader,
      async useConfig({ revision }) {
        steps.push(`use ${revision}`)
        if (!isServed) throw new Error('a worker cannot build it')
      },
      log: openLog({ write() {} }),
      metrics: new Registry(),
      audit: async () => {},
    })
    t.teardown(reloading.close)
    const { isInUse } = await reloading.putToUse({ file: 'a.yaml', text: 'x' }, async () => {
      steps.push('write')
    })
    t.deepEqual({ steps, isInUse, revision: reloading.configInUse().revision }, expected)
  })
}

test.serial('documents that a worker could not build are tried again, later each time', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const config = (revision: string) => ({
    revision,
    outlines: new Uint8Array(),
    applications: [],
    apis: new Uint8Array(),
  })
  let isServed = false
  let change = () => {}
  const times: number[] = []
  let ms = 0
  const reloading = reloadOnChange({
    source: { configFolder: '/nowhere', environment: {} },
    config: config('first'),
    loader: {
      load: async () => ({ revision: 'second', config: config('second'), problems: [], changes: [] }),
      markInUse() {},
      prestart() {},
    } as unknown as Loader,
    watcher: {
      onChange(given) {
        change = given
      },
      doubtAll() {},
      followFiles() {},
      close() {},
    },
    async useConfig() {
      times.push(ms)
      if (!isServed) throw new Error('the signer is away')
    },
    log: openLog({ write() {} }),
    metrics: new Registry(),
    audit: async () => {},
  })
  t.teardown(reloading.close)
  const pass = async (until: number) => {
    for (; ms < until; ms += 100) {
      mock.timers.tick(100)
      await new Promise(setImmediate)
    }
  }

  t.false(await reloading.reloadNow())
  await pass(16_000)
  t.deepEqual(times, [0, 4_900, 14_900])
  change()
  await pass(16_400)
  t.is(times.length, 3) // a change waits until the documents stand still, also between attempts
  isServed = true
  await pass(17_000)
  t.is(times.length, 4)
  t.is(reloading.configInUse().revision, 'second')
})

test.serial('documents are loaded when they have stood still, and at last when they never do', async (t) => {
  let clock = 0
  let loads = 0
  let change = () => {}
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => clock)
  t.teardown(() => {
    process.off('warning', onWarning)
    mock.reset()
    mock.timers.reset()
  })
  const reloading = reloadOnChange({
    source: { configFolder: '/nowhere', environment: {} },
    config: { revision: 'first', outlines: new Uint8Array(), applications: [], apis: new Uint8Array() },
    loader: {
      async load() {
        loads += 1
        return { revision: 'first', problems: [], changes: [] }
      },
      prestart() {},
    } as unknown as Loader,
    watcher: {
      onChange(given) {
        change = given
      },
      doubtAll() {},
      followFiles() {},
      close() {},
    },
    useConfig: async () => {},
    log: openLog({ write() {} }),
    metrics: new Registry(),
    audit: async () => {},
  })
  t.teardown(reloading.close)
  const pass = async (ms: number) => {
    clock += ms
    mock.timers.tick(ms)
    await new Promise(setImmediate)
  }

  for (let file = 0; file < 5; file += 1) {
    change()
    await pass(450)
  }
  t.is(loads, 0)
  await pass(50)
  t.is(loads, 1)

  for (let ms = 0; ms < 31_000; ms += 400) {
    change()
    await pass(400)
  }
  t.is(loads, 2)

  await pass(1_000)
  loads = 0
  change()
  clock += 45_000 // the process stood still
  change()
  await pass(1)
  t.is(loads, 1)
  t.deepEqual(warnings, [])
})
