/** The text format of OpenMetrics 1.0, made of the Prometheus text format with exemplars behind samples. */

/** Where a sample of a histogram came from: a trace, with the value and the time in milliseconds. */
export type Exemplar = { traceId: string; value: number; at: number }

export const openMetricsContentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** The beginning of an exemplar, which no label has: its quotation marks are escaped. */
const start = ' # {trace_id="'

export function renderExemplar({ traceId, value, at }: Exemplar): string {
  return `${start}${traceId}"} ${value} ${at / 1_000}`
}

/** Returns a text without its exemplars, which the Prometheus text format does not have. */
export function removeExemplars(text: string): string {
  return text.includes(start) ? text.replace(/ # \{trace_id="[^\n]*/g, '') : text
}

/** Returns a text in OpenMetrics: families of counters are named without `_total`, and the text has an end. */
export function toOpenMetrics(text: string): string {
  const families = text.replace(
    /^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm,
    (_, name: string, help: string, type: string) => {
      const isCounter = type === 'counter' && name.endsWith('_total')
      const family = isCounter ? name.slice(0, -'_total'.length) : name
      return `# HELP ${family} ${help.replaceAll('"', '\\"')}\n# TYPE ${family} ${type === 'counter' && !isCounter ? 'unknown' : type}`
    },
  )
  return `${families.replace(/\n{2,}/g, '\n').replace(/^\n|\n$/g, '')}\n# EOF\n`
}
