import { tmpdir } from 'node:os'

import test from 'ava'

import { DiskSpace } from '../../../src/qm/store/disk-space.ts'

/** The space of the folder for temporary files, with a minimum that the test changes. */
function open(folder = tmpdir()) {
  const state = { minFreeBytes: 0, lines: [] as string[] }
  const log = { error: () => state.lines.push('low'), info: () => state.lines.push('enough') } as never
  const space = new DiskSpace({
    ...{ folder, log },
    get minFreeBytes() {
      return state.minFreeBytes
    },
  })
  return { space, state }
}

test('puts are accepted above the minimum, and without a minimum', async (t) => {
  const { space, state } = open()
  t.teardown(() => space.close())
  t.is(space.freeBytes, Number.POSITIVE_INFINITY)
  await space.check()
  t.true(space.freeBytes > 0 && Number.isFinite(space.freeBytes))
  t.is(space.shortage, undefined)
  state.minFreeBytes = Math.floor(space.freeBytes / 1.2)
  await space.check()
  t.is(space.shortage, undefined)
  t.deepEqual(state.lines, [])
})

test('a shortage begins below the minimum and ends at 125 % of it, with one line of the log each', async (t) => {
  const { space, state } = open()
  t.teardown(() => space.close())
  await space.check()
  const { freeBytes } = space
  state.minFreeBytes = freeBytes * 2
  await space.check()
  await space.check()
  t.regex(space.shortage ?? '', new RegExp(`need ${freeBytes * 2}$`))
  state.minFreeBytes = Math.floor(freeBytes / 1.2)
  await space.check()
  t.truthy(space.shortage)
  t.deepEqual(state.lines, ['low'])
  state.minFreeBytes = Math.floor(freeBytes / 1.3)
  await space.check()
  t.is(space.shortage, undefined)
  t.deepEqual(state.lines, ['low', 'enough'])
})

test('a folder that cannot be examined changes nothing', async (t) => {
  const { space, state } = open('/nowhere/at/all')
  t.teardown(() => space.close())
  state.minFreeBytes = Number.MAX_SAFE_INTEGER
  await space.check()
  t.is(space.shortage, undefined)
})
