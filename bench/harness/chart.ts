/** Draws the results of a benchmark as bars: the ratio of Sluice to each peer. */
import type { RowResult } from './compare.ts'

export function renderChart(bench: string, rows: readonly RowResult[]): string {
  const bars = rows.filter((each) => each.ratio !== null)
  const several = new Set(bars.map((each) => each.row)).size > 1
  const most = Math.max(5, ...bars.map((each) => each.target ?? 0)) // longer bars are cut; the number beside the bar is not
  const longest = Math.max(1.2, ...bars.flatMap(({ ratio, target }) => [Math.min(ratio as number, most), target ?? 0]))
  const left = several ? 440 : 260
  const x = (ratio: number) => left + (Math.min(ratio, most) / longest) * 420
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

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
