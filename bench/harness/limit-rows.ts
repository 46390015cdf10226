/** Builds rows that compare a value with a limit of its own instead of a peer. */
import type { RowResult } from './compare.ts'

export interface Figure {
  row: string
  /** The measured value and its limit as text: `p99, limit 2 ms`. */
  name: string
  value: number
  /** The upper limit. */
  limit: number
  unit: string
}

/** The maximum ratio, because a value of 0 would give an infinite one. */
const maxRatio = 100

/** Returns a row whose ratio is the limit divided by the value; 1 means that the value equals its limit. */
export function compareWithLimit({ row, name, value, limit, unit }: Figure): RowResult {
  const ratio = limit === 0 ? Number(value === 0) : limit / Math.max(value, limit / maxRatio)
  return {
    row,
    peer: `${name}, at most ${limit.toLocaleString('en')} ${unit}`,
    ratio,
    target: 1,
    ok: ratio >= 1,
    figures: `${value.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`,
  }
}

/** Returns a row that compares two values of Sluice; the ratio should be at least `target`. */
export function compareWithBaseline(
  row: string,
  peer: string,
  ratio: number,
  target: number,
  figures: string,
): RowResult {
  return { row, peer, ratio, target, ok: ratio >= target, figures }
}
