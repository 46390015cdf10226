import test from 'ava'
import { strmqm } from '../../../../src/mq/cli/commands/lifecycle.ts'
import { type Installation, MqError, type QueueManager } from '../../../../src/mq/manager/index.ts'
import { type MqHost, runMqCommand } from '../../../../src/mq/runtime/mq-command.ts'

for (const [title, listInstances, status] of [
  ['permits a standby', async () => ({ permitsStandby: true, instances: [] }), 31],
  ['permits none', async () => ({ permitsStandby: false, instances: [] }), 43],
  ['can no longer be asked', () => Promise.reject(new Error('the database does not respond')), 43],
] as const) {
  test(`ends with status ${status} and the first error when the active instance ${title}`, async (t) => {
    const start = () => Promise.reject(new MqError(2543, 'another instance is active'))
    const manager = { name: 'QM1', state: 'ended', isShared: true, start, listInstances }
    const result = await runMqCommand([strmqm], ['strmqm', 'QM1'], hostOf(manager as unknown as QueueManager))
    t.is(result.status, status)
    t.is(result.stderr, "IBM MQ queue manager 'QM1' not started: another instance is active\n")
  })
}

function hostOf(manager: QueueManager): MqHost {
  const installation: Pick<Installation, 'find'> = { find: () => manager }
  return { installation } as MqHost
}
