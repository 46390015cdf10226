import test from 'ava'
import type { InstanceStatus, QueueManager } from '../../../../src/mq/manager/index.ts'
import { renderQueueManagerMetrics } from '../../../../src/mq/web/metrics/queue-manager-metrics.ts'

/** Renders the metrics of an ended queue manager with the status of its instance, and returns those of the instance. */
function renderInstance(status: InstanceStatus | undefined): string[] {
  const manager = { name: 'QM1', state: 'ended', readMetrics() {}, readInstanceStatus: () => status }
  const list = () => [manager as Partial<QueueManager> as QueueManager]
  const text = renderQueueManagerMetrics({ installation: { list }, maxQueues: 10, clock: () => 60_000 })
  return text.split('\n').filter((line) => /^sluice_mq_(?:instance|lease|standby|takeovers)/.test(line))
}

test('an active instance has its lease, and whether a standby waits', (t) => {
  const lease = { remainingMs: 4_500, hasStandby: false }
  t.deepEqual(renderInstance({ role: 'active', lease, permitsStandby: true, takeovers: 2 }), [
    'sluice_mq_instance_role{qmgr="QM1",role="active"} 1',
    'sluice_mq_instance_role{qmgr="QM1",role="standby"} 0',
    'sluice_mq_instance_role{qmgr="QM1",role="lost"} 0',
    'sluice_mq_instance_role{qmgr="QM1",role="ended"} 0',
    'sluice_mq_lease_held{qmgr="QM1"} 1',
    'sluice_mq_lease_expires_seconds{qmgr="QM1"} 64.5',
    'sluice_mq_standby_waits{qmgr="QM1"} 0',
    'sluice_mq_takeovers_total{qmgr="QM1"} 2',
  ])
})

test('an instance that permits no standby does not report that none waits', (t) => {
  const lease = { remainingMs: 4_500, hasStandby: false }
  const lines = renderInstance({ role: 'active', lease, permitsStandby: false, takeovers: 0 })
  t.false(lines.some((line) => line.startsWith('sluice_mq_standby_waits')))
})

test('a standby, a lost and an ended instance hold no lease', (t) => {
  const lost = { remainingMs: 0, hasStandby: true }
  for (const [role, lease] of [
    ['standby', undefined],
    ['lost', lost],
    ['ended', undefined],
  ] as const) {
    const lines = renderInstance({ role, lease, permitsStandby: true, takeovers: 0 })
    t.true(lines.includes(`sluice_mq_instance_role{qmgr="QM1",role="${role}"} 1`))
    t.true(lines.includes('sluice_mq_lease_held{qmgr="QM1"} 0'))
    t.false(lines.some((line) => line.startsWith('sluice_mq_standby_waits')))
  }
})

test('a queue manager in its folder has no metrics of instances', (t) => {
  t.deepEqual(renderInstance(undefined), [])
})
