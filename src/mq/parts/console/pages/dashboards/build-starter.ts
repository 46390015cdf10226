/** Builds the dashboard of a user who has none: what a first look needs, from what runs now. Pure. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ChartMeasure, Dashboard, Widget } from '../../contract/layout.ts'
import type { ManagerHealth } from '../../contract/managers.ts'
import { listQueues, type QueueList } from '../../kit/api/list-queues.ts'
import { widgetKindTitles } from './widget-kinds.ts'

const maxDepths = 3
const maxRates = 2
const maxManagers = 2

/** `managers` are those that the user can reach. Titles name the object, because all widgets stand on one page. */
export function buildStarterDashboard(managers: readonly ManagerHealth[]): Dashboard {
  const deepest = listBusyQueues(managers, 'deepest')
  const oldest = listBusyQueues(managers, 'oldest')
  const some = managers.slice(0, maxManagers).map(({ name }) => ({ manager: name, name: '' }))
  const widgets: Omit<Widget, 'id'>[] = [
    ...deepest.slice(0, maxDepths).map((each) => buildChart('depth', t('Depth of {name}', each), each)),
    ...deepest.slice(0, maxRates).map((each) => buildChart('rates', t('Messages per second of {name}', each), each)),
    ...oldest.slice(0, 1).map((each) => buildChart('age', t('Oldest message of {name}', each), each)),
    ...some.map((each) => buildChart('channels', t('Running channels of {manager}', each), each)),
    ...some.map((each) => ({
      ...buildChart('depth', t('{objects} of {manager}', { ...each, objects: widgetKindTitles.queues }), each),
      kind: 'queues' as const,
    })),
  ]
  const title = t('My dashboard')
  return { id: 'starter', title, widgets: widgets.map((widget, index) => ({ ...widget, id: `starter-${index}` })) }
}

type NamedQueue = { name: string; manager: string }

/** Returns the queues of all queue managers that hold messages, those with the highest value first. */
function listBusyQueues(managers: readonly ManagerHealth[], list: QueueList): readonly NamedQueue[] {
  const busy = listQueues(managers, list).filter(({ queue }) => queue.depth > 0)
  return busy.map(({ queue, manager }) => ({ name: queue.name, manager }))
}

/** Returns a widget that shows a measure of a queue, or of a queue manager when the queue has no name. */
export function buildChart(measure: ChartMeasure, title: string, { name, manager }: NamedQueue): Omit<Widget, 'id'> {
  return { kind: 'chart', title, columns: 2, manager, showSystem: false, measure, queue: name }
}
