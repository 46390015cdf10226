/** GET of the last hour: samples of a queue manager or a queue; after `since`, the `last` of an earlier response. */
import { MqError } from '../../qm/index.ts'
import { findQueueManager } from '../admin/common/admin-connection.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { parseIntegerParameter, parseQueryParameters } from '../http/query-parameters.ts'
import { runWithConsoleConnection } from './console-connection.ts'
import type { QueueManagerSampler } from './sampler.ts'
import { QueueManagerSeries, sampleIntervalMs } from './series.ts'

const never = new QueueManagerSeries()

export function createHistoryHandlers(sampler: QueueManagerSampler) {
  function ofManager(context: RestContext): RestResponse {
    const { name } = findQueueManager(context)
    const [since, last] = span(context)
    const lines = (sampler.find(name) ?? never).managerLines(since, last)
    return jsonResponse(200, { everyMs: sampleIntervalMs, last, ...lines })
  }

  /** GET for a queue. The caller needs the authority to display the queue. */
  async function ofQueue(context: RestContext): Promise<RestResponse> {
    const { name } = findQueueManager(context)
    const queue = context.params.queue as string
    const [since, last] = span(context)
    await requireDisplay(context, queue)
    const lines = (sampler.find(name) ?? never).queue(queue, since, last)
    return jsonResponse(200, { everyMs: sampleIntervalMs, last, ...lines })
  }

  function span(context: RestContext): [since: number, last: number] {
    const { since } = parseQueryParameters(context, ['since'])
    const last = sampler.currentTick()
    return [parseIntegerParameter('since', since, { min: 0, max: 9_999_999_999 }) ?? 0, last]
  }

  return { ofManager, ofQueue }
}

/** Throws `RestError` when the principal may not display the queue or the queue does not exist. */
async function requireDisplay(context: RestContext, queue: string): Promise<void> {
  if (context.principal.privileged) return
  await runWithConsoleConnection(context, queue, 'display', async (connection) => {
    const display = { command: 'display', qualifier: 'qlocal', name: queue, responseParameters: ['curdepth'] }
    const { completionCode, responses } = await connection.commandJson(display)
    if (completionCode < 2) return
    const reason = responses[0]?.reasonCode ?? 2035
    throw new MqError(reason, `DISPLAY failed with reason ${reason}`, { object: queue })
  })
}
