import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type Loader, LoadingError } from '../../../../src/gateway/runtime/loading/loader.ts'
import { reloadOnChange } from '../../../../src/gateway/runtime/loading/reload.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

test.serial('documents that could not be loaded are not called wrong, and are tried again', async (t) => {
  const configFolder = await mkdtemp(join(tmpdir(), 'sluice-reload-'))
  t.teardown(() => rm(configFolder, { recursive: true, force: true, maxRetries: 10 }))
  const config = (revision: string) => ({ revision, catalogsWithoutApis: new Uint8Array(), apis: new Uint8Array() })
  const results = [
    () => Promise.reject(new LoadingError('the process was killed')),
    async () => ({ revision: 'second', config: config('second'), problems: [], changes: [] }),
  ]
  const lines: string[] = []
  const audited: string[] = []
  const metrics = new Registry()
  const reloading = reloadOnChange({
    source: { configFolder, environment: {} },
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
    msg: 'the changed documents could not be loaded, the old ones stay in use',
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
    const empty = { catalogsWithoutApis: new Uint8Array(), apis: new Uint8Array() }
    const steps: string[] = []
    const reloading = reloadOnChange({
      source: { configFolder, environment: {} },
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
