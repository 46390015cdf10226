/** GET /mft/transfers: the latest transfers without items, or those that changed since the revision `since`. */
import type { ScheduledTransfer, TransferChanges, TransferSummary } from '../../../contract/console/file-transfer.ts'
import type { ScheduleSpec, TransferEvent } from '../../../mft/index.ts'
import { monitorNameKey } from '../../../mft/parsing/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../context/rest-context.ts'
import { parseQueryParameters } from '../../http/query-parameters.ts'
import { openTransferAccess } from '../../mft/transfer-access.ts'

const maxTransfers = 1000

export async function listConsoleTransfers(context: RestContext): Promise<RestResponse> {
  const { since = '' } = parseQueryParameters(context, ['since'])
  const { view } = await openTransferAccess(context)
  const { transfers } = view
  const [epoch, number] = since.split('.')
  const known = Number(number)
  const complete = epoch !== transfers.epoch || !(known >= 0 && known <= transfers.revision)
  const changes: TransferChanges = {
    complete,
    total: transfers.size,
    transfer: transfers.listChanged(complete ? -1 : known, maxTransfers).map(renderTransfer),
    revision: `${transfers.epoch}.${transfers.revision}`,
  }
  return jsonResponse(200, changes)
}

/** Times are in milliseconds since the epoch. */
function renderTransfer(event: TransferEvent): TransferSummary {
  const { id, sourceAgent, destinationAgent, originator, jobName, state, description } = event
  const { startedAt, endedAt, bytesSent, numberOfFiles, retryCount } = event
  const { numberOfFileSuccesses, numberOfFileFailures, numberOfFileWarnings } = event
  const monitor = event.metadata[monitorNameKey]
  return {
    id,
    state,
    description,
    jobName,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    bytesSent,
    retryCount,
    ...(monitor === undefined ? {} : { monitor }),
    sourceAgent: sourceAgent.name,
    destinationAgent: destinationAgent.name,
    user: originator.userId,
    numberOfFiles,
    numberOfFileSuccesses,
    numberOfFileFailures,
    numberOfFileWarnings,
  }
}

/** GET /mft/schedule: the transfers that start later. Times are in milliseconds since the epoch. */
export async function listSchedules(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  const { view } = await openTransferAccess(context)
  const schedule: ScheduledTransfer[] = view.schedules.flatMap(({ agent, schedules }) =>
    schedules.map(({ id, spec, jobName, destinationAgent, originator, sources, destinations, ...times }) => ({
      id,
      jobName,
      sources: [...sources],
      destinations: [...destinations],
      user: originator.userId,
      sourceAgent: agent.name,
      destinationAgent: destinationAgent.name,
      ...renderRepeat(spec.repeat),
      nextAt: times.nextAt,
      runs: times.runs,
    })),
  )
  return jsonResponse(200, { schedule })
}

function renderRepeat(repeat: ScheduleSpec['repeat']): Pick<ScheduledTransfer, 'repeat'> {
  if (!repeat) return {}
  const { every, unit, count, until } = repeat
  return { repeat: { every, unit, ...(count !== undefined && { count }), ...(until !== undefined && { until }) } }
}
