/** Serves calls within spans, and exports them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Log } from '../../lib/log.ts'
import type { Observation } from '../observation.ts'
import { openExporter } from './exporter.ts'
import type { TracingSettings } from './settings.ts'
import { openTracer } from './tracer.ts'

export interface Traced {
  handle(request: IncomingMessage, response: ServerResponse, serve: Serve): void
  close(): Promise<void>
}

/** Serves a call, and tells which part did. */
type Serve = (request: IncomingMessage, response: ServerResponse) => 'provider' | 'portal' | 'gateway'

export function openTraced(
  settings: TracingSettings,
  observation: Pick<Observation, 'latest'>,
  log: Log,
): Traced {
  const exporter = openExporter(settings, log)
  const tracer = openTracer(settings.sampler, exporter.take)

  return {
    handle(request, response, serve) {
      const span = tracer.begin(request)
      const by = serve(request, response)
      // The data plane tells of a call when its response closes, which it waits for since before this line.
      response.once('close', () => {
        tracer.end(span, {
          method: request.method as string,
          path: (request.url as string).split('?', 1)[0] as string,
          status: response.headersSent ? response.statusCode : 499,
          record: by === 'gateway' ? observation.latest() : undefined,
        })
      })
    },
    close: exporter.close,
  }
}
