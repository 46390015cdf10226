/** How long and how often, unless the environment says otherwise. */
import type { RoundOptions } from './compare.ts'

export const how: RoundOptions = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 5),
  connections: 64,
}

/** The share of every large number that is used: 0.01 makes a hundredth of the APIs, messages and connections. */
const scale = Number(process.env.BENCH_SCALE ?? 1)

/** How many of something there are to be, when nothing is made smaller. */
export function many(count: number): number {
  return Math.max(1, Math.round(count * scale))
}
