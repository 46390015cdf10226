/**
 * A histogram of durations that costs a call one addition: counts per bucket, summed up only when somebody asks.
 */

/** Upper bounds in seconds. */
export const bucketBoundsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

export class DurationHistogram {
  /** One more than there are bounds: the last is for what is above all of them. */
  readonly #counts = new Array<number>(bucketBoundsSeconds.length + 1).fill(0)
  #sumMs = 0

  add(milliseconds: number): void {
    const seconds = milliseconds / 1_000
    let index = 0
    while (index < bucketBoundsSeconds.length && seconds > (bucketBoundsSeconds[index] as number)) index += 1
    this.#counts[index] = (this.#counts[index] as number) + 1
    this.#sumMs += milliseconds
  }

  /** Counts of everything up to each bound, the last for all; and the sum in seconds. */
  read(): { cumulative: number[]; sum: number } {
    let total = 0
    const cumulative = this.#counts.map((count) => {
      total += count
      return total
    })
    return { cumulative, sum: this.#sumMs / 1_000 }
  }
}
