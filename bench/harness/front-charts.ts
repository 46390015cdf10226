/** Draws the two charts of the README from the last results: what one core serves, beside its peers. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { RowResult } from './compare.ts'
import { folder } from './report.ts'

interface FrontChart {
  /** The benchmark and the row whose rates are drawn. */
  bench: string
  row: string
  title: string
  file: string
  /** What each server does, under its name. A peer that is not named here is left out. */
  notes: Readonly<Record<string, string>>
}

const charts: readonly FrontChart[] = [
  {
    bench: 'protected-call',
    row: 'protected call',
    title: 'Calls per second on one core, each with a token',
    file: 'calls.svg',
    notes: {
      Sluice: 'token, scope, plan limit, log line, metrics',
      'nginx + Lua, token cache': 'token and scope',
      'bare node:http + undici': 'checks nothing',
      'HAProxy, jwt_verify': 'token and scope, without its time',
      '@fastify/http-proxy, same check': 'token and scope',
      'Apache, mod_oauth2': 'token and scope',
      'express-gateway, jwt policy': 'token',
    },
  },
  {
    bench: 'messaging',
    row: 'put and get in turn',
    title: 'Persistent messages put and got over HTTP, per second on one core',
    file: 'messages.svg',
    notes: {
      Sluice: 'HTTPS; on disk before the response',
      'webdis + Redis, AOF every second': 'HTTP; on disk up to a second later',
      'bare node:https, nothing kept': 'HTTPS; stores nothing',
      'RabbitMQ, HTTP API, durable': 'HTTP; on disk some time later',
    },
  },
]

const style = `
  .page { fill: #ffffff } .name { fill: #161616; font-weight: 600 } .note { fill: #6f6f6f; font-size: 12px }
  .peer { fill: #c6c6c6 } .own { fill: #0f62fe } .value { fill: #161616 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #161616 } .name, .value { fill: #f4f4f4 } .note { fill: #a8a8a8 } .peer { fill: #525252 } .own { fill: #4589ff }
  }`

const [left, longest, step] = [290, 420, 46]

/** Writes `docs/images/{file}` of each chart. Throws when a benchmark has no results. */
export async function writeFrontCharts(): Promise<void> {
  for (const chart of charts) {
    const { rows } = JSON.parse(await readFile(`${folder}/${chart.bench}.json`, 'utf8')) as { rows: RowResult[] }
    const file = fileURLToPath(new URL(`../../docs/images/${chart.file}`, import.meta.url))
    await writeFile(file, renderFrontChart(chart, rows))
  }
}

function renderFrontChart({ row, title, notes }: FrontChart, rows: readonly RowResult[]): string {
  const measured = rows.filter((each) => each.row === row && each.measured)
  const rates = measured.map(({ peer, measured }) => ({ name: peer, perSecond: measured?.perSecond ?? 0 }))
  const all = [{ name: 'Sluice', perSecond: measured[0]?.sluice?.perSecond ?? 0 }, ...rates]
  const bars = all.filter(({ name }) => notes[name]).sort((a, b) => b.perSecond - a.perSecond)
  const most = Math.max(...bars.map(({ perSecond }) => perSecond))
  const height = 60 + bars.length * step
  const drawn = bars.map(({ name, perSecond }, index) => {
    const y = 52 + index * step
    const length = (perSecond / most) * longest
    return `<text class="name" x="${left - 14}" y="${y + 13}" text-anchor="end">${name}</text>
<text class="note" x="${left - 14}" y="${y + 29}" text-anchor="end">${notes[name]}</text>
<rect class="${name === 'Sluice' ? 'own' : 'peer'}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="30" rx="2"/>
<text class="value" x="${(left + length + 10).toFixed(1)}" y="${y + 20}">${Math.round(perSecond).toLocaleString('en')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${height}" font-family="system-ui, sans-serif" font-size="13.5">
<title>${title}</title>
<style>${style}
</style>
<rect class="page" width="800" height="${height}" rx="4"/>
<text class="name" x="20" y="30" font-size="15">${title}</text>
${drawn.join('\n')}
</svg>
`
}
