/**
 * Measures fresh starts one after the other, because decisions that V8 makes once after a start can change the speed of all
 * later calls. With `BENCH_BESIDE`, the folder of a checkout of another version, both versions start in turn.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { median } from '../harness/median.ts'
import { readProcessorSeconds } from '../harness/processor-time.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { type SluiceOptions, startSluice } from '../peers/sluice.ts'

interface Start {
  perSecond: number
  p99Ms: number
  /** Microseconds of processor time per call, of all processes. */
  processorUs: number
  /** Milliseconds of garbage collection per 1,000 calls. */
  collectionMs: number
}

const row = 'fresh starts'
const starts = Number(process.env.BENCH_STARTS ?? 10)
const warmUpSeconds = 3
const observer = fileURLToPath(new URL('../servers/collection-time.ts', import.meta.url))

export function measureStarts(): Promise<RowResult[]> {
  const { BENCH_BESIDE: other } = process.env
  return runWithBackend(async (backendPort) => {
    const own: Start[] = []
    const others: Start[] = []
    for (let count = 0; count < starts; count += 1) {
      own.push(await measureStart(backendPort))
      if (other) others.push(await measureStart(backendPort, { root: other }))
    }
    return [...ownRows(own), ...(other ? rowsBeside(own, others) : [])]
  })
}

async function measureStart(backendPort: number, options: SluiceOptions = {}): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const environment = {
    BENCH_COLLECTIONS: folder,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${pathToFileURL(observer).href}`,
  }
  const { url, token, pid, close } = await startSluice(backendPort, { ...options, environment })
  try {
    const load = { url, headers: { authorization: `Bearer ${token}` }, connections: roundOptions.connections }
    await measure({ ...load, seconds: Math.min(warmUpSeconds, roundOptions.seconds) })
    const [processorSeconds, collectionMs] = [readProcessorSeconds(pid), await readCollectionMs(folder)]
    const { perSecond, p99Ms, failures } = await measure({ ...load, seconds: roundOptions.seconds })
    if (failures > 0) throw new Error(`${failures} calls failed in row "${row}"`)
    const calls = perSecond * roundOptions.seconds
    return {
      perSecond,
      p99Ms,
      processorUs: ((readProcessorSeconds(pid) - processorSeconds) / calls) * 1e6,
      collectionMs: (((await readCollectionMs(folder)) - collectionMs) / calls) * 1e3,
    }
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}

/** Returns the sum over all processes. It waits until each has written its time again. */
async function readCollectionMs(folder: string): Promise<number> {
  await wait(500)
  const texts = await Promise.all(
    (await readdir(folder))
      .filter((name) => !name.endsWith('.new'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  )
  return texts.reduce((sum, text) => sum + Number(text), 0)
}

function ownRows(own: readonly Start[]): RowResult[] {
  const collections = own.map(({ collectionMs }) => collectionMs)
  const name = 'garbage collection per 1,000 calls, the worst start'
  return [
    {
      ...compareWithLimit({ row, name, value: Math.max(...collections), limit: 5, unit: 'ms' }),
      figures: `${describe(collections, Math.max, 2)} ms`,
    },
    figuresRow(
      'calls/s',
      describe(
        own.map(({ perSecond }) => perSecond),
        Math.min,
      ),
    ),
    figuresRow(
      'p99',
      `${describe(
        own.map(({ p99Ms }) => p99Ms),
        Math.max,
        1,
      )} ms`,
    ),
    figuresRow(
      'processor time per call',
      `${describe(
        own.map(({ processorUs }) => processorUs),
        Math.max,
        1,
      )} µs`,
    ),
  ]
}

function figuresRow(peer: string, figures: string): RowResult {
  return { row, peer, ratio: 1, target: null, ok: null, figures }
}

function rowsBeside(own: readonly Start[], others: readonly Start[]): RowResult[] {
  const beside = 'the version in BENCH_BESIDE'
  const rates = (all: readonly Start[]) => all.map(({ perSecond }) => perSecond)
  const costs = (all: readonly Start[]) => all.map(({ processorUs }) => processorUs)
  const figures = `${describe(rates(own), Math.min)} / ${describe(rates(others), Math.min)} calls/s`
  const costFigures = `${describe(costs(own), Math.max, 1)} / ${describe(costs(others), Math.max, 1)} µs`
  return [
    compareWithBaseline(row, `${beside}, median`, median(rates(own)) / median(rates(others)), 1.1, figures),
    compareWithBaseline(
      row,
      `${beside}, worst start beside its median`,
      Math.min(...rates(own)) / median(rates(others)),
      1,
      figures,
    ),
    compareWithBaseline(
      row,
      `${beside}, processor time per call`,
      median(costs(others)) / median(costs(own)),
      1,
      costFigures,
    ),
  ]
}

/** Returns the median, the worst and the spread as text. */
function describe(
  values: readonly number[],
  worst: (...values: number[]) => number,
  maximumFractionDigits = 0,
): string {
  const text = (value: number) => value.toLocaleString('en', { maximumFractionDigits })
  const spread = Math.max(...values) - Math.min(...values)
  return `median ${text(median(values))}, worst ${text(worst(...values))}, spread ${text(spread)}`
}
