import test from 'ava'
import { Schedules } from '../../../../../../src/mq/parts/file-transfer/engine/schedules/schedules.ts'

test('a schedule that is removed while it starts a transfer does not start another one', async (t) => {
  const timers: (() => void)[] = []
  const commits = [Promise.withResolvers<void>()]
  const published: number[] = []
  let began = 0
  const connection = {
    beginUnitOfWork: () => {
      began += 1
      return { commit: () => commits[0]?.promise, backout: async () => {} }
    },
    put: async () => ({ messageId: Buffer.alloc(24) }),
    get: async () => undefined,
  }
  const deps = {
    connection,
    settings: { name: 'A', queueManager: 'QM1' },
    clock: () => Date.UTC(2030, 0, 1),
    timers: {
      after(_: number, work: () => void) {
        timers.push(work)
        return () => {}
      },
    },
    publisher: {
      publish: async (_: string, { schedules }: { schedules: unknown[] }) => void published.push(schedules.length),
    },
  }
  const schedules = new Schedules(new Map(), deps as never)
  const unit = {} as never
  const request = { items: [], jobName: '' } as never
  const repeat = { every: 1, unit: 'days' } as const
  const added = await schedules.add('S', { startTime: '2030-01-01T00:00', timeBase: 'UTC', repeat }, request, unit)
  await added()
  timers.pop()?.()
  while (began === 0) await new Promise(setImmediate)
  const { after } = await schedules.remove('S', unit)
  await after()
  commits[0]?.resolve()
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  t.is(schedules.size, 0)
  t.is(timers.length, 0)
})
