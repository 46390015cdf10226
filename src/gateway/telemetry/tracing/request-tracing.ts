/** Serves requests within spans, and exports the spans. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import { runOnce } from '../../../shared/http/message/run-once.ts'
import type { TraceContext } from '../../../shared/lib/headers/call-ids.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { CallTrace } from '../calls/index.ts'
import { openSpanExporter } from './span-exporter.ts'
import { type ActiveSpan, openTracer, type TracingSettings } from './tracer.ts'

export type RequestTracing = ReturnType<typeof openRequestTracing>

export function openRequestTracing(settings: TracingSettings, log: Log) {
  const exporter = openSpanExporter(settings, log)
  const tracer = openTracer(settings.sampler, exporter.add)

  return {
    /** Serves a call within a span. The span ends with the record of the call. */
    traceCall(request: IncomingMessage, serve: (trace: CallTrace) => void): void {
      const span = tracer.startSpan(request)
      const { traceId, spanId } = span
      serve({
        traceId,
        spanId,
        onRecord: (record) => tracer.endSpan(span, { ...factsOf(request), status: record.status, record }),
      })
    },

    /** Serves any other request within a span. The span ends when the response closes. */
    traceRequest(request: IncomingMessage, response: HttpResponse, serve: (trace: TraceContext) => void): void {
      const span: ActiveSpan = tracer.startSpan(request)
      serve(span)
      runOnce(response, 'close', () => {
        const status = response.headersSent ? response.statusCode : 499
        tracer.endSpan(span, { ...factsOf(request), status })
      })
    },

    close: exporter.close,
  }
}

function factsOf({ method = '', url = '' }: IncomingMessage): { method: string; path: string } {
  return { method, path: url.split('?', 1)[0] ?? '' }
}
