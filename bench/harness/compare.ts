/**
 * Measures one row of a benchmark: Sluice and its peers under the same load, alternating over several rounds. The
 * results are medians and ratios.
 */
import { measure } from './load.ts'
import type { Load, Measurement } from './load-types.ts'
import { readProcessorSeconds } from './processor-time.ts'

/** A server that can be measured. */
export interface Subject {
  name: string
  /** Starts the server; returns undefined when it is not installed. */
  start(): Promise<RunningSubject | undefined>
}

type LoadOfSubject = 'url' | 'headers' | 'requests' | 'expectsRejection' | 'tokens' | 'tokenHeader' | 'repeatsTokens'

export interface RunningSubject extends Pick<Load, LoadOfSubject> {
  /** The processes of the server, whose processor time counts together with that of their descendants. */
  pids?: readonly number[]
  /** Measures the load with another generator than the one of most rows. */
  measure?(load: Load): Promise<Measurement>
  close(): Promise<void>
}

export interface Peer extends Subject {
  /** The intended ratio of Sluice's rate to that of the peer; null where the peer does less work. */
  target: number | null
}

export interface RowResult {
  row: string
  peer: string
  /** The ratio of Sluice to the peer, above 1 when Sluice is better; null when the peer is not installed. */
  ratio: number | null
  target: number | null
  ok: boolean | null
  /** The median measurement of Sluice. */
  sluice?: Measurement
  measured?: Measurement
  /** The lowest rates, of Sluice and of the peer. */
  worst?: { sluice: number; measured: number }
  /** The measured values as text, for rows that do not measure a rate. */
  figures?: string
}

export interface RoundOptions {
  rounds: number
  seconds: number
  connections: number
}

/** Measures Sluice and each installed peer in alternation, after one round of warm-up. */
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
        const sample = await measureWithCost(running, loadOf(how, round))
        if (sample.failures > 0) throw new Error(`${subject.name} failed ${sample.failures} calls in row "${row}"`)
        if (round > 0) samples.push(sample)
      }
    }
  } finally {
    for (const { running } of started) await running.close()
  }

  const own = started.find((each) => each.subject === sluice)?.samples ?? []
  const present = started
    .filter((each) => each.subject !== sluice)
    .map(({ subject, samples }) => resultOf(row, subject as Peer, own, samples))
  return [...present, ...missing.map((peer) => ({ row, peer: peer.name, ratio: null, target: null, ok: null }))]
}

/** Measures a load, and the processor time per call. */
async function measureWithCost(
  running: RunningSubject,
  load: Pick<Load, 'seconds' | 'connections'>,
): Promise<Measurement> {
  const read = () => (running.pids ?? []).reduce((sum, pid) => sum + readProcessorSeconds(pid), 0)
  const before = read()
  const sample = await (running.measure ?? measure)({ ...running, ...load })
  const microsPerCall = ((read() - before) * 1e6) / (sample.perSecond * load.seconds)
  return running.pids ? { ...sample, microsPerCall } : sample
}

function loadOf({ seconds, connections }: RoundOptions, round: number): Pick<Load, 'seconds' | 'connections'> {
  return { seconds: round === 0 ? Math.min(seconds, 3) : seconds, connections }
}

function resultOf(
  row: string,
  peer: Peer,
  ownSamples: readonly Measurement[],
  samples: readonly Measurement[],
): RowResult {
  const [own, other] = [median(ownSamples), median(samples)]
  const worstOf = (all: readonly Measurement[]) => Math.min(...all.map(({ perSecond }) => perSecond))
  const ratio = own.perSecond / other.perSecond
  return {
    row,
    peer: peer.name,
    ratio,
    target: peer.target,
    ok: peer.target === null ? null : ratio >= peer.target,
    sluice: own,
    measured: other,
    worst: { sluice: worstOf(ownSamples), measured: worstOf(samples) },
  }
}

/** Returns the measurement with the median rate. */
function median(samples: readonly Measurement[]): Measurement {
  const sorted = [...samples].sort((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, p50Ms: 0, p99Ms: 0, failures: 0 }
}
