/** DISPLAY QUEUE, QLOCAL, QALIAS, QREMOTE and QMODEL. */
import type { ObjectRecord } from '../../runtime.ts'
import type { Call } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import type { Values, View } from '../display.ts'
import { objectView } from './objects.ts'

const every = objectView(['queue'], { live: liveQueue, clustered: 'QCLUSTER' })
const typed = new Map(
  ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL'].map((type) => [
    type,
    objectView(['queue'], { type, live: liveQueue }),
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
