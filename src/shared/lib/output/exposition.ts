/** Renders metrics in the Prometheus text exposition format, version 0.0.4. */

export const expositionContentType = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricLabels = Readonly<Record<string, string>>
export type MetricType = 'counter' | 'gauge' | 'histogram'

export type MetricSample = { readonly labels: MetricLabels; readonly value: number }

/** The state of a histogram. `counts` has a number for each bucket bound, and one for the values above all. */
type HistogramSample = { readonly labels: MetricLabels; readonly counts: readonly number[]; readonly sum: number }

/** Renders one metric with its samples. Returns an empty string when there are no samples. */
export function renderMetric(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly MetricSample[],
): string {
  if (samples.length === 0) return ''
  return renderHead(name, type, help) + samples.map(({ labels, value }) => renderSample(name, labels, value)).join('')
}

/** Renders a histogram with the cumulative bucket counts of the format. */
export function renderHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
  distributions: readonly HistogramSample[],
): string {
  if (distributions.length === 0) return ''
  return renderHead(name, 'histogram', help) + distributions.map((each) => renderOne(name, bounds, each)).join('')
}

function renderOne(name: string, bounds: readonly number[], { labels, counts, sum }: HistogramSample): string {
  let text = ''
  let below = 0
  for (const [place, count] of counts.entries()) {
    below += count
    const le = place < bounds.length ? String(bounds[place]) : '+Inf'
    text += renderSample(`${name}_bucket`, { ...labels, le }, below)
  }
  return `${text}${renderSample(`${name}_sum`, labels, sum)}${renderSample(`${name}_count`, labels, below)}`
}

/** Renders the lines before the samples of a metric. */
export function renderHead(name: string, type: MetricType, help: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`
}

/** Renders one sample. */
export function renderSample(name: string, labels: MetricLabels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${renderNumber(value)}\n`
}

function renderNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
