import { mock } from 'node:test'
import test from 'ava'
import { DiskSpace } from '../../../../src/mq/manager/store/disk-space.ts'

/** A disk whose free space and minimum the test changes. */
function open() {
  const state = { freeBytes: 1_000, minFreeBytes: 0, lines: [] as string[] }
  const log = { error: () => state.lines.push('low'), info: () => state.lines.push('enough') } as never
  const space = new DiskSpace({
    folder: '/data',
    log,
    statfs: async () => ({ bavail: state.freeBytes / 10, bsize: 10 }),
    get minFreeBytes() {
      return state.minFreeBytes
    },
  })
  return { space, state }
}

test('puts are accepted from the minimum on, and without a minimum', async (t) => {
  const { space, state } = open()
  t.teardown(() => space.close())
  t.is(space.freeBytes, Number.POSITIVE_INFINITY)
  for (const minFreeBytes of [0, 1_000]) {
    state.minFreeBytes = minFreeBytes
    await space.check()
    t.is(space.shortage, undefined)
  }
  t.is(space.freeBytes, 1_000)
  t.deepEqual(state.lines, [])
})

test('a shortage begins below the minimum and ends at 125 % of it, with one line of the log each', async (t) => {
  const { space, state } = open()
  t.teardown(() => space.close())
  state.minFreeBytes = 1_010
  await space.check()
  await space.check()
  t.is(space.shortage, '1000 bytes are free in /data, and puts of persistent messages need 1010')
  state.minFreeBytes = 808
  await space.check()
  t.truthy(space.shortage)
  t.deepEqual(state.lines, ['low'])
  state.minFreeBytes = 800
  await space.check()
  t.is(space.shortage, undefined)
  t.deepEqual(state.lines, ['low', 'enough'])
})

test('the free space of a real folder is found', async (t) => {
  const space = new DiskSpace({ folder: '.', minFreeBytes: 0, log: {} as never })
  t.teardown(() => space.close())
  await space.check()
  t.true(space.freeBytes > 0 && Number.isFinite(space.freeBytes))
})

test('a folder that cannot be examined changes nothing', async (t) => {
  const log = { error: () => t.fail() } as never
  const space = new DiskSpace({ folder: '/nowhere/at/all', minFreeBytes: Number.MAX_SAFE_INTEGER, log })
  t.teardown(() => space.close())
  await space.check()
  t.is(space.shortage, undefined)
})

test.serial('the disk is checked every second until the end', (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  let checks = 0
  const statfs = async () => {
    checks += 1
    return { bavail: 1, bsize: 1 }
  }
  const space = new DiskSpace({ folder: '/data', minFreeBytes: 0, log: {} as never, statfs })
  const checksAfter = (milliseconds: number) => {
    mock.timers.tick(milliseconds)
    return checks
  }
  t.deepEqual([999, 1, 999, 1].map(checksAfter), [0, 1, 1, 2])
  space.close()
  t.is(checksAfter(10_000), 2)
})
