/** How long the commits of a queue manager take, and how many fail. Counts begin at zero when the queue manager starts. */

/** Upper bounds of the intervals in which durations are counted, in seconds. */
export const commitDurationBoundsSeconds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const

export interface CommitMetrics {
  /** Commits that succeeded, by interval of `commitBoundsSeconds`; the last count is of those above every bound. */
  readonly counts: readonly number[]
  /** How long they took together. */
  readonly totalSeconds: number
  /** Commits that failed: nothing of them is on disk. */
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
