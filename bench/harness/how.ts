/** How long and how often, unless the environment says otherwise. */
import type { Rounds } from './compare.ts'

export const how: Rounds = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 5),
  connections: 64,
}
