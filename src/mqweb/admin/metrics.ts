/**
 * GET /admin/metrics: the metrics of the server and its queue managers, for a Prometheus server that
 * authenticates as a user.
 */

import { expositionContentType } from '../../lib/output/exposition.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import { renderMqwebMetrics } from '../metrics/mqweb-metrics.ts'

export async function showMetrics(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  if (!context.services.settings().properties.mqRestMetricsEnabled) throw new RestError('MQWB0010E', [context.path])
  return {
    status: 200,
    headers: { 'Content-Type': expositionContentType },
    body: await renderMqwebMetrics(context.services),
  }
}
