/** Sends spans to a collector in batches. A collector that does not respond costs spans, never calls. */
import {
  type ConnectionPool,
  fetchWholeResponse,
  type OutgoingRequest,
  openUndiciPool,
} from '../../../shared/http/client/index.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { renderSpans, type Span } from './otlp.ts'
import type { TracingSettings } from './tracer.ts'

export interface SpanExporterLimits {
  intervalMs: number
  /** The limit of the queue; further spans are dropped. */
  maxQueuedSpans: number
  maxBatchSpans: number
  timeoutMs: number
}

const defaultLimits: SpanExporterLimits = {
  intervalMs: 1_000,
  maxQueuedSpans: 8_192,
  maxBatchSpans: 1_024,
  timeoutMs: 5_000,
}

export function openSpanExporter(
  { url, headers, service }: Pick<TracingSettings, 'url' | 'headers' | 'service'>,
  log: Log,
  limits: Partial<SpanExporterLimits> = {},
) {
  const { intervalMs, maxQueuedSpans, maxBatchSpans, timeoutMs } = { ...defaultLimits, ...limits }
  const { origin, pathname, search } = new URL(url)
  const connections = openUndiciPool(origin)
  const fields = [...Object.entries(headers).flat(), 'content-type', 'application/json']
  const spans: Span[] = []
  let dropped = 0
  let sending: Promise<void> | undefined
  const post = buildPost(connections, { method: 'POST', path: pathname + search, headers: fields }, timeoutMs)
  const timer = setInterval(send, intervalMs).unref()

  return {
    add(span: Span): void {
      if (spans.length < maxQueuedSpans) spans.push(span)
      else dropped += 1
    },

    /** Sends the remaining spans, within the timeout of one request for each batch. */
    async close(): Promise<void> {
      clearInterval(timer)
      await sending
      await send()
      await connections.close()
    },
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  /** Sends the batches in order and stops at the first failure, so that one that is down gets no further calls. */
  async function sendAll(): Promise<void> {
    let failure: string | undefined
    while (spans.length > 0 && failure === undefined) {
      const batch = spans.splice(0, maxBatchSpans)
      failure = await post(renderSpans(batch, service))
      if (failure !== undefined) dropped += batch.length
    }
    if (dropped > 0) log.warn({ dropped, failure, collector: origin }, 'spans were not exported')
    dropped = 0
  }
}

/** Returns the function that sends a body. It resolves with the reason of a failure, and never rejects. */
function buildPost(connections: ConnectionPool, request: OutgoingRequest, timeoutMs: number) {
  const limits = { timeoutMs, maxBodyBytes: 1024 * 1024 }
  return async function post(body: string): Promise<string | undefined> {
    try {
      const { status } = await fetchWholeResponse(connections, { ...request, body: Buffer.from(body) }, limits)
      return status >= 200 && status < 300 ? undefined : `status ${status}`
    } catch (error) {
      return (error as Error).message
    }
  }
}
