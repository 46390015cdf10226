/** Sets the duration and the number of rounds, which environment variables can change. */
import type { RoundOptions } from './compare.ts'

export const roundOptions: RoundOptions = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 5),
  connections: 64,
}

/** The factor for every large number: with 0.01 a hundredth of the APIs, messages and connections is used. */
const scale = Number(process.env.BENCH_SCALE ?? 1)

/** Returns the number scaled by `BENCH_SCALE`, at least 1. */
export function scaleCount(count: number): number {
  return Math.max(1, Math.round(count * scale))
}
