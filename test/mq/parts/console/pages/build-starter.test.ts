import test from 'ava'
import type { ManagerHealth } from '../../../../../src/mq/parts/console/contract/managers.ts'
import { buildStarterDashboard } from '../../../../../src/mq/parts/console/pages/dashboards/build-starter.ts'

const queue = (name: string, depth: number, age: number) => ({ name, depth, age, maxDepth: 5000 })
const manager = (name: string, some: Partial<ManagerHealth>) => ({ name, state: 'running', ...some }) as ManagerHealth

test('shows the deepest queues and the oldest message of all queue managers', (t) => {
  const one = [queue('A', 5, 90), queue('B', 3, 10), queue('EMPTY', 0, 0)]
  const other = [queue('C', 9, 20)]
  const { widgets } = buildStarterDashboard([
    manager('QM1', { deepest: one, oldest: one }),
    manager('QM2', { deepest: other, oldest: other }),
  ])
  t.deepEqual(
    widgets.map(({ kind, measure, queue: name, manager: of }) => `${kind} ${measure} ${name}@${of}`),
    [
      ...['chart depth C@QM2', 'chart depth A@QM1', 'chart depth B@QM1', 'chart rates C@QM2', 'chart rates A@QM1'],
      ...['chart age A@QM1', 'chart channels @QM1', 'chart channels @QM2', 'queues depth @QM1', 'queues depth @QM2'],
    ],
  )
  t.is(new Set(widgets.map(({ id }) => id)).size, widgets.length)
})

test('without messages it has no charts of queues, and titles of long names fit into what the server stores', (t) => {
  const name = 'Q'.repeat(48)
  t.deepEqual(
    buildStarterDashboard([manager('QM1', {})]).widgets.map(({ kind }) => kind),
    ['chart', 'queues'],
  )
  const { widgets } = buildStarterDashboard([manager(name, { deepest: [queue(name, 1, 1)] })])
  t.true(widgets.every(({ title }) => title.length <= 96))
})
