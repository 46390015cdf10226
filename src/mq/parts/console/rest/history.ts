/** GET of samples of a queue manager or a queue, after `since`, the `last` of an earlier response; and of the rates of all queues. */
import { MqError } from '../../../manager/index.ts'
import { findQueueManager } from '../../../web/admin/common/admin-connection.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { parseChoiceParameter, parseIntegerParameter, parseQueryParameters } from '../../../web/http/request-input.ts'
import { historySteps } from '../contract/history-steps.ts'
import { findConsole } from '../state/console-service.ts'
import { sampleIntervalMs } from '../state/sample-tiers.ts'
import { QueueManagerSeries, type SampleSpan } from '../state/series.ts'
import { runWithConsoleConnection } from './console-connection.ts'
import { mayDisplay } from './health.ts'

const never = new QueueManagerSeries()

function findSeries(context: RestContext): QueueManagerSeries {
  return findConsole(context).sampler.find(findQueueManager(context).name) ?? never
}

export function showManagerHistory(context: RestContext): RestResponse {
  const { puts, gets, ...rest } = findSeries(context).manager(parseSpan(context))
  return jsonResponse(200, context.principal.privileged ? { ...rest, puts, gets } : rest)
}

/** GET for a queue. The caller needs the authority to display the queue. */
export async function showQueueHistory(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const series = findSeries(context)
  const span = parseSpan(context)
  await requireDisplay(context, queue)
  return jsonResponse(200, series.queue(queue, span))
}

/** GET of the rates of the queues that the caller may display. */
export async function showQueueRates(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  const rates = findSeries(context).rates()
  const queues = await runWithConsoleConnection(context, '', 'display', async (connection) =>
    [...rates].filter((each) => mayDisplay(connection, each)),
  )
  return jsonResponse(200, { queues })
}

function parseSpan(context: RestContext): SampleSpan {
  const { since, step } = parseQueryParameters(context, ['since', 'step'])
  const words = historySteps.map((each) => each.step)
  const chosen = parseChoiceParameter('step', step, words)
  return {
    everyMs: historySteps.find((each) => each.step === chosen)?.everyMs ?? sampleIntervalMs,
    since: parseIntegerParameter('since', since, { min: 0, max: 9_999_999_999 }) ?? 0,
    tick: findConsole(context).sampler.currentTick(),
  }
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
