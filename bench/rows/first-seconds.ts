/**
 * Measures the response times of the first three seconds after a start, beside those of the next seconds, for five kinds of
 * requests. With `BENCH_BESIDE`, the folder of a checkout of another version, both versions start in turn.
 */
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import type { Load, Measurement } from '../harness/load-types.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { readProcessorSeconds } from '../harness/processor-time.ts'
import { roundOptions } from '../harness/round-options.ts'
import { type ServerCertificate, writeServerCertificate } from '../harness/server-certificate.ts'
import { runWithBackend } from '../peers/script.ts'
import { type RunningSluice, type SluiceOptions, startSluice, tokenRequest } from '../peers/sluice.ts'

const firstSeconds = 3
const seconds = Math.max(firstSeconds, roundOptions.seconds)
const http2Load = fileURLToPath(new URL('../servers/http2-load.ts', import.meta.url))
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(2046)}"` }

interface Kind {
  name: string
  load(sluice: RunningSluice): Pick<Load, 'url'> & Partial<Load>
  send?(load: Load): Promise<Measurement>
}

const kinds: readonly Kind[] = [
  { name: 'GET', load: ({ url }) => ({ url }) },
  { name: 'POST of 2 KiB', load: ({ url }) => ({ url, requests: [post] }) },
  { name: 'GET over TLS', load: ({ https }) => ({ url: https?.url ?? '' }) },
  { name: 'GET over HTTP/2', load: ({ https }) => ({ url: https?.url ?? '' }), send: measureHttp2 },
  { name: 'token', load: ({ tokenEndpoint: url }) => ({ url, ...tokenRequest, connections: 32 }) },
]

/** The p99 in milliseconds, and the processor time per request in microseconds, of the first seconds and of the next ones. */
interface Start {
  first: Measurement
  later: Measurement
}

export function measureFirstSeconds(): Promise<RowResult[]> {
  const { BENCH_BESIDE: other } = process.env
  return runWithBackend(async (backendPort) => {
    const certificate = await writeServerCertificate()
    const rows: RowResult[] = []
    for (const kind of kinds) {
      const own: Start[] = []
      const others: Start[] = []
      for (let round = 0; round < roundOptions.rounds; round += 1) {
        own.push(await measureStart(kind, backendPort, { certificate }))
        if (other) others.push(await measureStart(kind, backendPort, { certificate, root: other }))
      }
      rows.push(...rowsOf(kind, own, others))
    }
    await certificate.remove()
    return rows
  })
}

async function measureStart(
  { name, load, send = measure }: Kind,
  backendPort: number,
  options: SluiceOptions & { certificate: ServerCertificate },
): Promise<Start> {
  const sluice = await startSluice(backendPort, options)
  const headers = { authorization: `Bearer ${sluice.token}` }
  const { connections } = roundOptions
  const measureFor = async (seconds: number) => {
    const before = readProcessorSeconds(sluice.pid)
    const measured = await send({ headers, connections, ...load(sluice), seconds })
    const microsPerCall = ((readProcessorSeconds(sluice.pid) - before) * 1e6) / (measured.perSecond * seconds)
    if (measured.failures > 0) throw new Error(`requests failed in the first seconds after a start: ${name}`)
    return { ...measured, microsPerCall }
  }
  try {
    return { first: await measureFor(firstSeconds), later: await measureFor(seconds) }
  } finally {
    await sluice.close()
  }
}

async function measureHttp2({ url, headers, seconds }: Load): Promise<Measurement> {
  const program = [process.execPath, http2Load, url, JSON.stringify(headers), String(seconds)] as const
  return JSON.parse(await captureOutput(cores.others, program)) as Measurement
}

function rowsOf({ name }: Kind, own: readonly Start[], others: readonly Start[]): RowResult[] {
  const row = `first ${firstSeconds} s after a start, ${name}`
  const ratios = own.map(({ first, later }) => later.p99Ms / first.p99Ms)
  const next = `the next ${seconds} s`
  const rows = [
    compareWithBaseline(row, `${next}, median`, median(ratios), 0.5, describe(own)),
    compareWithBaseline(row, `${next}, worst start`, Math.min(...ratios), 0.5, describe(own)),
  ]
  if (others.length === 0) return rows
  const firstOf = (starts: readonly Start[]) => median(starts.map(({ first }) => first.p99Ms))
  const figures = `${describe(own)} / ${describe(others)}`
  return [...rows, compareWithBaseline(row, 'the version in BENCH_BESIDE', firstOf(others) / firstOf(own), 1, figures)]
}

function describe(starts: readonly Start[]): string {
  const texts = (['first', 'later'] as const).map((part) => {
    const p99s = starts.map((each) => each[part].p99Ms)
    const micros = median(starts.map((each) => each[part].microsPerCall ?? 0))
    const text = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })
    return `${text(median(p99s))} (worst ${text(Math.max(...p99s))}) ms, ${text(micros)} µs`
  })
  return `p99, processor time: ${texts.join('; later ')}`
}
