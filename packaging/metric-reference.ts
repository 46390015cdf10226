/** Renders the reference of metrics in Markdown, from the sources that register and render them. */
import { globSync, readFileSync } from 'node:fs'

/** The columns of the table of metrics. */
export const metricTitles = ['metric', 'labels', 'meaning']

const text = String.raw`'((?:[^'\\]|\\.)*)'`
const shapes = [
  // rows of count metrics
  new RegExp(String.raw`name: '(sluice_\w+)',\s*help:\s*${text}`, 'g'),
  // counter(name, help, labels), observe(…), renderMetric(name, type, help, …), renderHistogram(name, help, …), and rows of tables
  new RegExp(String.raw`[[(]\s*'(sluice_\w+)',\s*(?:'(?:gauge|counter)',\s*)?${text}(?:,\s*\[([^\]{]*?),?\s*\])?`, 'g'),
]

/** Returns a row for each metric whose name begins so, by name. */
export function listMetricRows(beginsWith: RegExp): string[][] {
  const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const rows = sources.flatMap((source) =>
    shapes.flatMap((shape) =>
      Array.from(source.matchAll(shape), ([, name = '', help = '', labels = '']) => [
        `\`${name}\``,
        labels.replaceAll(/['\s]/g, '').replaceAll(',', ', '),
        help.replaceAll("\\'", "'"),
      ]),
    ),
  )
  return rows.filter(([name = '']) => beginsWith.test(name)).sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
}
