/** Renders transfers: the attributes that are always there, and those that a request selects. */
import type { CatalogedTransfer, ItemStatus } from '../../mft/index.ts'
import { nestDottedPaths } from '../admin/attributes/attribute-row.ts'
import type { AttributeSelector } from '../admin/attributes/attribute-selector.ts'
import type { RestDialect } from '../context/rest-dialect.ts'

type TransferRow = readonly [
  name: string,
  read: (transfer: CatalogedTransfer, time: (at: number | undefined) => string, dialect: RestDialect) => unknown,
]

/** The attributes that every response contains. */
const basic: readonly TransferRow[] = [
  ['id', ({ event }) => event.id],
  ['destinationAgent.name', ({ event }) => event.destinationAgent.name],
  ['originator.host', ({ event }) => event.originator.host],
  ['originator.userId', ({ event }) => event.originator.userId],
  ['sourceAgent.name', ({ event }) => event.sourceAgent.name],
  ['statistics.endTime', ({ event }, time) => time(event.endedAt)],
  ['statistics.numberOfFileFailures', ({ event }) => event.numberOfFileFailures],
  ['statistics.numberOfFileSuccesses', ({ event }) => event.numberOfFileSuccesses],
  ['statistics.numberOfFileWarnings', ({ event }) => event.numberOfFileWarnings],
  ['statistics.numberOfFiles', ({ event }) => event.numberOfFiles],
  ['statistics.startTime', ({ event }, time) => time(event.startedAt)],
  ['status.state', ({ event }) => event.state],
]

const onRequest: readonly TransferRow[] = [
  ['destinationAgent.qmgrName', ({ event }) => event.destinationAgent.qmgrName],
  ['originator.mqmdUserId', ({ event }) => event.originator.mqmdUserId],
  ['sourceAgent.qmgrName', ({ event }) => event.sourceAgent.qmgrName],
  ['statistics.retryCount', ({ event }) => event.retryCount],
  ['status.description', ({ event }) => event.description],
  ['status.lastStatusUpdate', ({ event }, time) => time(event.publishedAt)],
  ['job.name', ({ event }) => event.jobName],
  ['transferSet.bytesSent', ({ event }) => event.bytesSent],
  ['transferSet.startTime', ({ event }, time) => time(event.startedAt)],
  ['transferSet.item', ({ items }, time) => items?.map((item) => renderItem(item, time))],
  ['userProperties', ({ event }) => event.metadata],
]

/** The names that a request can select. */
export const transferAttributeNames = [...basic, ...onRequest].map(([name]) => name).filter((name) => name !== 'id')

export function renderTransfer(transfer: CatalogedTransfer, wanted: AttributeSelector, dialect: RestDialect) {
  const time = (at: number | undefined) => (at === undefined || at === 0 ? '' : dialect.renderTimestamp(at))
  const rows = [...basic, ...onRequest.filter(([name]) => wanted(name))]
  return nestDottedPaths(rows.map(([name, read]) => [name, read(transfer, time, dialect)] as const))
}

function renderItem(item: ItemStatus, time: (at: number) => string) {
  const { mode, source, destination, checksum, state, description } = item
  return {
    mode,
    source: {
      type: source.type,
      ...(source.type === 'queue' ? { queue: { name: source.path } } : { file: renderFile(source, '', time) }),
      checksum,
      disposition: source.disposition,
    },
    destination: {
      type: destination.type,
      ...(destination.type === 'queue'
        ? { queue: { name: destination.path } }
        : { file: renderFile(destination, destination.endOfLine, time) }),
      actionIfExists: destination.actionIfExists,
    },
    status: { state: itemStates[state], description },
  }
}

function renderFile(
  { path, size, modified, encoding }: { path: string; size: number; modified: number; encoding: string },
  endOfLine: string,
  time: (at: number) => string,
) {
  return { path, size, lastModified: time(modified), encoding, endOfLine }
}

const itemStates: Readonly<Record<ItemStatus['state'], string>> = {
  inProgress: 'inProgress',
  successful: 'successful',
  failed: 'failed',
  warning: 'successfulWithWarnings',
  cancelled: 'cancelled',
}
