/** GET /mft/schedule: the transfers that start later. Times are in milliseconds since the epoch. */
import type { ScheduledTransfer } from '../../../contract/console/file-transfer.ts'
import type { ScheduleSpec } from '../../../mft/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../context/rest-context.ts'
import { parseQueryParameters } from '../../http/query-parameters.ts'
import { openTransferAccess } from '../../mft/transfer-access.ts'

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
