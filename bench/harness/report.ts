/** What a benchmark leaves behind: a table on the screen, a JSON file, and a chart. */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { RowResult } from './compare.ts'

const folder = process.env.BENCH_RESULTS ?? fileURLToPath(new URL('../results', import.meta.url))

export function renderTable(rows: readonly RowResult[]): string {
  const lines = rows.map(({ row, peer, ratio, target, ok, sluice, measured, figures }) => {
    if (ratio === null) return [row, peer, 'not installed', '', '', '']
    const rates = figures ?? `${rate(sluice?.perSecond)} / ${rate(measured?.perSecond)}`
    return [row, peer, ratio.toFixed(2), `${target ?? '-'}`, ok === null ? '' : ok ? 'ok' : 'short', rates]
  })
  const all = [['row', 'beside', 'ratio', 'target', '', 'measured (calls/s, Sluice / peer)'], ...lines]
  const widths = (all[0] as string[]).map((_, column) =>
    Math.max(...all.map((line) => (line[column] as string).length)),
  )
  return `${all.map((line) => line.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')).join('\n')}\n`
}

/** Writes `results/{bench}.json` and `results/{bench}.svg`; a ratio above 1 means that Sluice does better. */
export async function writeResults(bench: string, rows: readonly RowResult[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const result = { bench, machine, date: new Date().toISOString(), node: process.version, rows }
  await writeFile(join(folder, `${bench}.json`), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(join(folder, `${bench}.svg`), chart(bench, rows))
}

function chart(bench: string, rows: readonly RowResult[]): string {
  const bars = rows.filter((each) => each.ratio !== null)
  const several = new Set(bars.map((each) => each.row)).size > 1
  const longest = Math.max(1.2, ...bars.map((each) => Math.min(each.ratio as number, 5)))
  const left = several ? 440 : 260
  const x = (ratio: number) => left + (Math.min(ratio, 5) / longest) * 420
  const height = 60 + bars.length * 30
  const body = bars.map(({ row, peer, ratio, target, ok }, index) => {
    const y = 45 + index * 30
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escaped(several ? `${row}: ${peer}` : peer)}</text>
<rect x="${left}" y="${y}" width="${(x(ratio as number) - left).toFixed(1)}" height="20" fill="${ok === null ? '#8d8d8d' : ok ? '#24a148' : '#da1e28'}"/>
${target === null ? '' : markAt(x(target), y)}
<text x="${(x(ratio as number) + 8).toFixed(1)}" y="${y + 15}">${(ratio as number).toFixed(2)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + 500} ${height}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${left + 500}" height="${height}" fill="#ffffff"/>
<text x="20" y="25" font-weight="600">${escaped(bench)}: how much better Sluice does (the mark is the target)</text>
${body.join('\n')}
</svg>
`
}

function markAt(x: number, y: number): string {
  return `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${y - 3}" y2="${y + 23}" stroke="#161616" stroke-width="2"/>`
}

function rate(perSecond = 0): string {
  return Math.round(perSecond).toLocaleString('en')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
