/** One row of a benchmark: Sluice and its peers under the same load, in turn, several rounds; medians and ratios. */
import { measure } from './load.ts'
import type { Load, Measurement } from './load-types.ts'

/** Something to put the load on. */
export interface Subject {
  name: string
  /** Starts it; undefined when it is not installed here. */
  start(): Promise<RunningSubject | undefined>
}

export interface RunningSubject extends Pick<Load, 'url' | 'headers' | 'requests' | 'refused' | 'tokens'> {
  close(): Promise<void>
}

export interface Peer extends Subject {
  /** The ratio of Sluice's rate to the peer's that we want to reach; null where the peer does less work. */
  target: number | null
}

export interface RowResult {
  row: string
  peer: string
  /** How much better Sluice does: its rate over the peer's, say; null when the peer is missing. */
  ratio: number | null
  target: number | null
  ok: boolean | null
  /** Medians. */
  sluice?: Measurement
  measured?: Measurement
  /** What was measured, in words, where it is no rate. */
  figures?: string
}

export interface RoundOptions {
  rounds: number
  seconds: number
  connections: number
}

/** Measures Sluice against each peer that is installed, alternating, after a round that only warms up. */
export async function compare(
  row: string,
  sluice: Subject,
  peers: readonly Peer[],
  how: RoundOptions,
): Promise<RowResult[]> {
  const started: { subject: Subject; running: RunningSubject; samples: Measurement[] }[] = []
  const missing: Peer[] = []
  try {
    for (const subject of [sluice, ...peers]) {
      const running = await subject.start()
      if (running) started.push({ subject, running, samples: [] })
      else missing.push(subject as Peer)
    }
    for (let round = 0; round <= how.rounds; round += 1) {
      for (const { subject, running, samples } of started) {
        const sample = await measure({ ...running, ...loadOf(how, round) })
        if (sample.failures > 0)
          throw new Error(`${subject.name} failed ${sample.failures} calls in row "${row}"`)
        if (round > 0) samples.push(sample)
      }
    }
  } finally {
    for (const { running } of started) await running.close()
  }

  const own = median(started.find((each) => each.subject === sluice)?.samples ?? [])
  const present = started
    .filter((each) => each.subject !== sluice)
    .map(({ subject, samples }) => resultOf(row, subject as Peer, own, median(samples)))
  return [
    ...present,
    ...missing.map((peer) => ({ row, peer: peer.name, ratio: null, target: null, ok: null })),
  ]
}

function loadOf(
  { seconds, connections }: RoundOptions,
  round: number,
): Pick<Load, 'seconds' | 'connections'> {
  return { seconds: round === 0 ? Math.min(seconds, 3) : seconds, connections }
}

function resultOf(row: string, peer: Peer, own: Measurement, other: Measurement): RowResult {
  const ratio = own.perSecond / other.perSecond
  return {
    row,
    peer: peer.name,
    ratio,
    target: peer.target,
    ok: peer.target === null ? null : ratio >= peer.target,
    sluice: own,
    measured: other,
  }
}

/** The sample in the middle, by rate. */
function median(samples: readonly Measurement[]): Measurement {
  const sorted = [...samples].sort((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, p50Ms: 0, p99Ms: 0, failures: 0 }
}
