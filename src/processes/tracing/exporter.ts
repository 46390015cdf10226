/**
 * Sends spans to a collector, many at a time. A collector that does not answer costs spans, never calls.
 */
import type { Log } from '../../lib/log.ts'
import { renderSpans, type Span } from './otlp.ts'
import type { TracingSettings } from './settings.ts'

export interface Exporter {
  take(span: Span): void
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

export interface ExporterLimits {
  everyMs: number
  /** Spans that wait to be sent; what is more is dropped. */
  waiting: number
  atOnce: number
  timeoutMs: number
}

const usual: ExporterLimits = { everyMs: 1_000, waiting: 8_192, atOnce: 1_024, timeoutMs: 5_000 }

export function openExporter(
  { url, headers, service }: Pick<TracingSettings, 'url' | 'headers' | 'service'>,
  log: Log,
  limits: Partial<ExporterLimits> = {},
): Exporter {
  const { everyMs, waiting, atOnce, timeoutMs } = { ...usual, ...limits }
  const spans: Span[] = []
  let dropped = 0
  let sending: Promise<void> | undefined
  const timer = setInterval(send, everyMs).unref()

  return {
    take(span) {
      if (spans.length < waiting) spans.push(span)
      else dropped += 1
    },

    async close() {
      clearInterval(timer)
      await sending
      await send()
    },
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  /** One batch after the other; the first that fails ends it, so that a dead collector is not asked again and again. */
  async function sendAll(): Promise<void> {
    let failure: string | undefined
    while (spans.length > 0 && failure === undefined) {
      const batch = spans.splice(0, atOnce)
      failure = await post(renderSpans(batch, service))
      if (failure !== undefined) dropped += batch.length
    }
    if (dropped > 0) log.warn({ dropped, failure, collector: new URL(url).origin }, 'spans were not exported')
    dropped = 0
  }

  async function post(body: string): Promise<string | undefined> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.arrayBuffer()
      return answer.ok ? undefined : `status ${answer.status}`
    } catch (error) {
      return (error as Error).message
    }
  }
}
