import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openLog } from '../../../src/shared/lib/output/log.ts'
import { hourMs } from '../../../src/shared/lib/time/durations.ts'
import { writeStoreCopy } from '../../../src/shared/storage/copy/copy-file.ts'
import { openGatewayStore, StateStoreError, type StateValue } from '../../../src/shared/storage/index.ts'
import { eventually } from '../../_support/eventually.ts'

/** No server listens on port 1. */
const url = 'postgres://anna:secret@127.0.0.1:1/sluice'

for (const [title, ageMs, opens, line] of [
  ['a copy', 23 * hourMs, true, /this process starts from the copy, and does not know later changes/],
  ['no copy', undefined, false, /^$/],
  ['a copy that is too old', 25 * hourMs, false, /is older than SLUICE_STORE_COPY_HOURS/],
  ['a copy from before the clock went back', -hourMs, true, /this process starts from the copy/],
  ['a copy of a clock that was ahead for longer', -25 * hourMs, false, /is older than SLUICE_STORE_COPY_HOURS/],
] as const)
  test(`without the database and with ${title}, the store ${opens ? 'is opened' : 'cannot be opened'}`, async (t) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
    t.teardown(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
    const file = join(dataFolder, 'store-copy', 'providers.jsonl')
    if (ageMs !== undefined) {
      const entries = [{ key: '1', entry: { value: 'k', consumedAt: undefined, expiresAt: undefined } }]
      await writeStoreCopy({ file, secret: url }, { savedAt: Date.now() - ageMs, kinds: new Map([['key', entries]]) })
    }
    const lines: string[] = []
    const log = openLog({ write: (text) => lines.push(text) })
    const options = { name: 'providers', select: () => (value: StateValue) => value, log }
    const opening = openGatewayStore({ url, dataFolder, maxCopyAgeMs: 24 * hourMs }, options)
    if (opens) {
      const { store, isShared } = await opening
      t.teardown(() => store.close())
      t.true(isShared)
      t.deepEqual(
        (await store.list('key')).map(({ entry }) => entry.value),
        ['k'],
      )
      await t.throwsAsync(store.save('key', '2', 'k'), { instanceOf: StateStoreError, code: 'unavailable' })
      t.true(store.copyState?.().isInUse)
    } else await t.throwsAsync(opening, { instanceOf: StateStoreError, code: 'unavailable' })
    t.regex(lines.join(), line)
    t.false(lines.join().includes('secret'))
  })

test('no copy is kept where the settings say so, and one of earlier is removed', async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
  t.teardown(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(dataFolder, 'store-copy', 'providers.jsonl')
  await writeStoreCopy({ file, secret: url }, { savedAt: Date.now(), kinds: new Map() })
  const options = { name: 'providers', select: () => undefined, log: openLog({ write: () => {} }) }
  await t.throwsAsync(openGatewayStore({ url, dataFolder, maxCopyAgeMs: 0 }, options), { code: 'unavailable' })
  await t.throwsAsync(readFile(file), { code: 'ENOENT' })

  const { store } = await openGatewayStore({ url: 'sqlite', dataFolder, maxCopyAgeMs: hourMs }, options)
  t.teardown(() => store.close())
  t.is(store.copyState, undefined)
  t.truthy(await eventually(() => store.save('kind', 'key', 1).then(() => true)))
})
