/** Counts the commits of a queue manager, their durations and failures since its start. */

/** The upper bounds of the duration intervals in seconds. */
export const commitDurationBoundsSeconds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const

export interface CommitMetrics {
  /** The number of successful commits by interval of `commitDurationBoundsSeconds`; the last is above all. */
  readonly counts: readonly number[]
  /** The total duration of successful commits in seconds. */
  readonly totalSeconds: number
  /** The number of failed commits, which changed nothing on disk. */
  readonly failures: number
}

export class CommitStatistics implements CommitMetrics {
  readonly counts: number[] = new Array(commitDurationBoundsSeconds.length + 1).fill(0)
  totalSeconds = 0
  failures = 0

  recordSuccess(seconds: number): void {
    this.totalSeconds += seconds
    const interval = commitDurationBoundsSeconds.findIndex((bound) => seconds <= bound)
    const place = interval < 0 ? commitDurationBoundsSeconds.length : interval
    this.counts[place] = (this.counts[place] as number) + 1
  }

  recordFailure(): void {
    this.failures++
  }
}
