/** Serves calls within spans, and exports them. */
import type { IncomingMessage } from 'node:http'

import type { CallTrace } from '../../gateway/index.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { Log } from '../../lib/log.ts'
import type { TraceContext } from '../../lib/trace-context.ts'
import { openExporter } from './exporter.ts'
import type { TracingSettings } from './settings.ts'
import { type OpenSpan, openTracer } from './tracer.ts'

export interface Traced {
  /** Serves a call of the data plane within a span, which ends with the record of this call. */
  call(request: IncomingMessage, serve: (trace: CallTrace) => void): void
  /** Serves any other request within a span, which ends when the response closes. */
  request(request: IncomingMessage, response: HttpResponse, serve: (trace: TraceContext) => void): void
  close(): Promise<void>
}

export function openTraced(settings: TracingSettings, log: Log): Traced {
  const exporter = openExporter(settings, log)
  const tracer = openTracer(settings.sampler, exporter.take)

  return {
    call(request, serve) {
      const span = tracer.begin(request)
      const { traceId, spanId } = span
      serve({
        traceId,
        spanId,
        onRecord: (record) => tracer.end(span, { ...factsOf(request), status: record.status, record }),
      })
    },

    request(request, response, serve) {
      const span: OpenSpan = tracer.begin(request)
      serve(span)
      response.once('close', () => {
        const status = response.headersSent ? response.statusCode : 499
        tracer.end(span, { ...factsOf(request), status })
      })
    },

    close: exporter.close,
  }
}

function factsOf({ method, url }: IncomingMessage): { method: string; path: string } {
  return { method: method as string, path: (url as string).split('?', 1)[0] as string }
}
