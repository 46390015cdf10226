/** Rows that hold a figure against a limit of its own rather than against a peer. */
import type { RowResult } from './compare.ts'

export interface Figure {
  row: string
  /** What is held against what: `p99, limit 2 ms`. */
  name: string
  value: number
  /** At most this. */
  limit: number
  unit: string
}

/** A figure of nothing at all would be infinitely better than its limit. */
const most = 100

/** The ratio says how far below its limit a figure is; 1 is just at it. */
export function within({ row, name, value, limit, unit }: Figure): RowResult {
  const ratio = limit === 0 ? Number(value === 0) : limit / Math.max(value, limit / most)
  return {
    row,
    peer: `${name}, at most ${limit.toLocaleString('en')} ${unit}`,
    ratio,
    target: 1,
    ok: ratio >= 1,
    figures: `${value.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`,
  }
}

/** A figure beside another of Sluice itself: at least `target` times as good. */
export function beside(row: string, peer: string, ratio: number, target: number, figures: string): RowResult {
  return { row, peer, ratio, target, ok: ratio >= target, figures }
}
