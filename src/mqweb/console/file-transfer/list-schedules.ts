/** GET /mft/schedule: the transfers that start later. Times are in milliseconds since the epoch. */
import type { ScheduledTransfer } from '../../../contract/console/file-transfer.ts'
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
      sources,
      destinations,
      user: originator.userId,
      sourceAgent: agent.name,
      destinationAgent: destinationAgent.name,
      repeat: spec.repeat,
      nextAt: times.nextAt,
      runs: times.runs,
    })),
  )
  return jsonResponse(200, { schedule })
}
