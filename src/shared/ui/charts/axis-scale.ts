/** Computes axes with round numbers. All functions are pure. */
import { locale } from '../text/language.ts'

/** Returns the end of an axis that contains `most`, and its steps: 1, 2 or 5 times a power of ten. */
export function buildAxisScale(most: number, { whole = false } = {}): { end: number; steps: readonly number[] } {
  if (most === 0) return { end: 1, steps: [0, 1] }
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10
  const step = whole ? Math.max(1, factor * power) : factor * power
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return { end: count * step, steps: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

const shortened = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** Formats a number with few characters: 12, 1.5k. */
export function formatShortNumber(value: number): string {
  for (const [size, letter] of shortened) {
    if (Math.abs(value) >= size * 10) return `${renderRounded(value / size)}${letter}`
  }
  return renderRounded(value)
}

function renderRounded(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return rounded.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 })
}
