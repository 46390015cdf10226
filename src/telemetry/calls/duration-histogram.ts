/**
 * A histogram of durations. Adding a duration increments one counter; the cumulative counts are computed when
 * they are read.
 */

/** The upper bounds of the buckets, in seconds. */
export const durationBucketBoundsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

export class DurationHistogram {
  /** One counter for each bound, and one for durations above all of them. */
  readonly #counts = new Array<number>(durationBucketBoundsSeconds.length + 1).fill(0)
  #sumMs = 0

  add(milliseconds: number): void {
    const seconds = milliseconds / 1_000
    let index = 0
    while (seconds > (durationBucketBoundsSeconds[index] ?? Number.POSITIVE_INFINITY)) index += 1
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#sumMs += milliseconds
  }

  /** Returns the cumulative counts up to each bound, the last one for all durations, and the sum in seconds. */
  read(): { cumulative: number[]; sum: number } {
    let total = 0
    const cumulative = this.#counts.map((count) => {
      total += count
      return total
    })
    return { cumulative, sum: this.#sumMs / 1_000 }
  }
}
