/** Renders the results of a benchmark as a table, a JSON file and a chart. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { differences } from '../peers/differences.ts'
import { renderChart } from './chart.ts'
import type { RowResult } from './compare.ts'
import type { Measurement } from './load-types.ts'

/** The folder of the results. */
export const folder = process.env.BENCH_RESULTS ?? fileURLToPath(new URL('../results', import.meta.url))

const heads = [
  'row',
  'beside',
  'ratio',
  'target',
  '',
  'median (worst) in calls/s, Sluice / peer',
  'processor time per call in µs, Sluice / peer (peer ÷ Sluice)',
  'what the peer does otherwise',
]

/** Returns the rows as a table for a terminal. */
export function renderTable(rows: readonly RowResult[]): string {
  const all = [heads, ...rows.map(cellsOf)]
  const widths = (all[0] as string[]).map((_, column) =>
    Math.max(...all.map((line) => (line[column] as string).length)),
  )
  return `${all.map((line) => line.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')).join('\n')}\n`
}

/** Returns the last results of these benchmarks as a Markdown table. */
export async function renderResults(benches: readonly string[]): Promise<string> {
  const results = await Promise.all(
    benches.map(async (bench) => {
      const text = await readFile(join(folder, `${bench}.json`), 'utf8').catch(() => '{"rows":[]}')
      return (JSON.parse(text) as { rows: RowResult[] }).rows.map(cellsOf)
    }),
  )
  const lines = [heads, heads.map(() => '---'), ...results.flat()]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** Writes `results/{bench}.json` and `results/{bench}.svg`. A ratio above 1 means that Sluice is better. */
export async function writeResults(bench: string, rows: readonly RowResult[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const result = { bench, machine, date: new Date().toISOString(), node: process.version, rows }
  await writeFile(join(folder, `${bench}.json`), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(join(folder, `${bench}.svg`), renderChart(bench, rows))
}

function rate(perSecond = 0): string {
  return Math.round(perSecond).toLocaleString('en')
}

function cellsOf({ row, peer, ratio, target, ok, sluice, measured, worst, figures }: RowResult): string[] {
  const difference = differences[peer] ?? ''
  if (ratio === null) return [row, peer, 'not installed', '', '', '', '', difference]
  const lowest = (perSecond: number | undefined) => (perSecond === undefined ? '' : ` (${rate(perSecond)})`)
  const rates =
    figures ??
    `${rate(sluice?.perSecond)}${lowest(worst?.sluice)} / ${rate(measured?.perSecond)}${lowest(worst?.measured)}`
  return [
    row,
    peer,
    ratio.toFixed(2),
    `${target ?? '-'}`,
    ok === null ? '' : ok ? 'ok' : 'short',
    rates,
    costsOf(sluice, measured),
    difference,
  ]
}

/** Returns the processor time per call of both, and the ratio, which is above 1 when Sluice needs less. */
function costsOf(sluice: Measurement | undefined, measured: Measurement | undefined): string {
  const [own, other] = [sluice?.microsPerCall, measured?.microsPerCall]
  if (!own || !other) return ''
  return `${own.toFixed(1)} / ${other.toFixed(1)} (${(other / own).toFixed(2)})`
}
