/** GET /admin/metrics: the metrics of the server and its queue managers, for a Prometheus that signs in. */
import type { Answer, Call } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readQuery } from '../http/query.ts'
import { expositionType } from '../metrics/exposition.ts'
import { renderMetrics } from '../metrics/metrics.ts'

export async function metrics(call: Call): Promise<Answer> {
  readQuery(call, [])
  if (!call.services.settings().properties.mqRestMetricsEnabled) throw new RestError('MQWB0010E', [call.path])
  return {
    status: 200,
    headers: { 'Content-Type': expositionType },
    body: await renderMetrics(call.services),
  }
}
