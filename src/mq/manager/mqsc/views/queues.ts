/** DISPLAY QUEUE, QLOCAL, QALIAS, QREMOTE and QMODEL, and QCLUSTER, which is rejected. */
import type { AttributeValue } from '../../types/connection.ts'
import type { ObjectRecord, QueueManagerServices } from '../../types/services.ts'
import type { RevisionSource } from '../command/command.ts'
import type { DisplayView } from '../command/display.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { buildObjectView } from './objects.ts'

const options = {
  readLive: readLiveValue,
  liveRevision: ({ queues }: RevisionSource) => queues.revision,
  readChangedAt: ({ queues }: QueueManagerServices, { name }: ObjectRecord) => queues.find(name)?.changedAt ?? 0,
  clustered: 'QCLUSTER',
  filters: ['CLUSTER', 'CLUSNL'],
}
const every = buildObjectView(['queue'], options)
const typed = new Map(
  ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL', 'QCLUSTER'].map((type) => [
    type,
    buildObjectView(['queue'], { ...options, type }),
  ]),
)

export function chooseQueueView(qualifier: string): DisplayView {
  return typed.get(qualifier) ?? every
}

function readLiveValue(
  { queues }: QueueManagerServices,
  { name, type, created }: ObjectRecord,
  keyword: string,
): AttributeValue | undefined {
  const isLocal = type === 'QLOCAL'
  switch (keyword) {
    case 'CRDATE':
      return isLocal || type === 'QMODEL' ? renderDate(created) : undefined
    case 'CRTIME':
      return isLocal || type === 'QMODEL' ? renderTime(created) : undefined
    case 'CURDEPTH':
      return isLocal ? (queues.find(name)?.depth ?? 0) : undefined
    case 'IPPROCS':
      return isLocal ? (queues.find(name)?.openInputCount ?? 0) : undefined
    case 'OPPROCS':
      return isLocal ? (queues.find(name)?.openOutputCount ?? 0) : undefined
    default:
      return undefined
  }
}
