import test from 'ava'
import type { Widget } from '../../../../../src/mq/parts/console/contract/layout.ts'
import {
  parseDashboardFile,
  renderDashboardFile,
} from '../../../../../src/mq/parts/console/pages/dashboards/dashboard-file.ts'

const widget: Widget = {
  id: 'w',
  kind: 'chart',
  title: 'Depth',
  columns: 3,
  manager: 'QM1',
  showSystem: false,
  measure: 'age',
  queue: 'ORDERS',
}

test('an exported dashboard is imported with ids of its own', (t) => {
  const exported = { id: 'd', title: 'Mine', widgets: [widget] }
  const imported = parseDashboardFile(renderDashboardFile(exported))
  const [first] = imported.widgets
  t.deepEqual({ ...imported, id: 'd', widgets: [{ ...first, id: 'w' }] }, exported)
  t.not(imported.id, 'd')
  t.not(first?.id, 'w')
})

for (const [text, message] of [
  ['no json', /it is not JSON/],
  ['[]', /"format" is undefined/],
  ['{"format":"sluice-dashboard-2"}', /not "sluice-dashboard-1"/],
  ['{"format":"sluice-dashboard-1","title":"t"}', /"widgets" is not an array/],
  ['{"format":"sluice-dashboard-1","title":"t","widgets":[{"kind":"constructor"}]}', /unknown "kind"/],
  ['{"format":"sluice-dashboard-1","title":"t","widgets":[{"kind":"queues"}]}', /no "title"/],
] as const) {
  test(`the file ${text} is rejected with a reason`, (t) => {
    t.throws(() => parseDashboardFile(text), { message })
  })
}
