/** DISPLAY QUEUE, QLOCAL, QALIAS, QREMOTE and QMODEL, and QCLUSTER, which is rejected. */
import type { ObjectRecord } from '../../types/services.ts'
import type { CommandContext } from '../command/command.ts'
import type { DisplayValues, DisplayView } from '../command/display.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { buildObjectView } from './objects.ts'

const clusterNames = ['CLUSTER', 'CLUSNL']
const every = buildObjectView(['queue'], { live: liveQueue, clustered: 'QCLUSTER', filters: clusterNames })
const typed = new Map(
  ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL', 'QCLUSTER'].map((type) => [
    type,
    buildObjectView(['queue'], { type, live: liveQueue, clustered: 'QCLUSTER', filters: clusterNames }),
  ]),
)

export function chooseQueueView(qualifier: string): DisplayView {
  return typed.get(qualifier) ?? every
}

function liveQueue({ runtime }: CommandContext, { name, type, created }: ObjectRecord): DisplayValues {
  if (type !== 'QLOCAL' && type !== 'QMODEL') return {}
  const queue = runtime.queues.find(name)
  return {
    CRDATE: renderDate(created),
    CRTIME: renderTime(created),
    ...(type === 'QLOCAL' && {
      CURDEPTH: queue?.depth ?? 0,
      IPPROCS: queue?.openInputCount ?? 0,
      OPPROCS: queue?.openOutputCount ?? 0,
    }),
  }
}
