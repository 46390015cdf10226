/** Serves calls within spans, and exports them. */
import type { IncomingMessage } from 'node:http'

import type { CallRecord } from '../../gateway/index.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { Log } from '../../lib/log.ts'
import type { Observation } from '../observation.ts'
import { openExporter } from './exporter.ts'
import type { TracingSettings } from './settings.ts'
import { openTracer } from './tracer.ts'

export interface Traced {
  /** Has a call of the data plane served within a span, which tells what is recorded of the call. */
  call(request: IncomingMessage, response: HttpResponse, serve: () => void): void
  /** Has any other request served within a span. */
  request(request: IncomingMessage, response: HttpResponse, serve: () => void): void
  close(): Promise<void>
}

export function openTraced(
  settings: TracingSettings,
  observation: Pick<Observation, 'latest'>,
  log: Log,
): Traced {
  const exporter = openExporter(settings, log)
  const tracer = openTracer(settings.sampler, exporter.take)

  function within(record: () => CallRecord | undefined): Traced['request'] {
    return (request, response, serve) => {
      const span = tracer.begin(request)
      serve()
      // The data plane tells of a call when its response closes, which it waits for since before this line.
      response.once('close', () => {
        tracer.end(span, {
          method: request.method as string,
          path: (request.url as string).split('?', 1)[0] as string,
          status: response.headersSent ? response.statusCode : 499,
          record: record(),
        })
      })
    }
  }

  return { call: within(observation.latest), request: within(() => undefined), close: exporter.close }
}
