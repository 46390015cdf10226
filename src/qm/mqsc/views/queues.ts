/** DISPLAY QUEUE, QLOCAL, QALIAS, QREMOTE and QMODEL; QCLUSTER, of which there is none outside a cluster. */
import type { ObjectRecord } from '../../runtime.ts'
import type { Call } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import type { Values, View } from '../display.ts'
import { objectView } from './objects.ts'

const clusterNames = ['CLUSTER', 'CLUSNL']
const every = objectView(['queue'], { live: liveQueue, clustered: 'QCLUSTER', filters: clusterNames })
const typed = new Map(
  ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL', 'QCLUSTER'].map((type) => [
    type,
    objectView(['queue'], { type, live: liveQueue, filters: clusterNames }),
  ]),
)

export function queues(qualifier: string): View {
  return typed.get(qualifier) ?? every
}

function liveQueue({ runtime }: Call, { name, type, created }: ObjectRecord): Values {
  if (type !== 'QLOCAL' && type !== 'QMODEL') return {}
  const queue = runtime.queues.find(name)
  return {
    CRDATE: renderDate(created),
    CRTIME: renderTime(created),
    ...(type === 'QLOCAL' && {
      CURDEPTH: queue?.depth ?? 0,
      IPPROCS: queue?.openInput ?? 0,
      OPPROCS: queue?.openOutput ?? 0,
    }),
  }
}
