/** Two moving averages of a value, as DISPLAY QSTATUS and CHSTATUS show them: a short and a long one. */
import type { AttributeValue } from '../types/connection.ts'

/** The weight of a new value. */
const shortTermWeight = 1 / 8
const longTermWeight = 1 / 64
const maxShown = 999_999_999

export class TimeIndicator {
  #shortTerm = 0
  #longTerm = 0
  #count = 0

  add(value: number): void {
    this.#count++
    // The first values weigh more, so that the averages do not begin at zero.
    this.#shortTerm += (value - this.#shortTerm) * Math.max(shortTermWeight, 1 / this.#count)
    this.#longTerm += (value - this.#longTerm) * Math.max(longTermWeight, 1 / this.#count)
  }

  /** Returns both averages as integers; undefined before the first value. */
  read(): readonly [shortTerm: number, longTerm: number] | undefined {
    if (this.#count === 0) return undefined
    return [toShown(this.#shortTerm), toShown(this.#longTerm)]
  }
}

function toShown(value: number): number {
  return Math.min(maxShown, Math.max(0, Math.round(value)))
}

/** Returns the level of a queue or channel; for QMGR that of the queue manager, whose NONE overrides every level. */
export function findEffectiveLevel(own: AttributeValue | undefined, common: AttributeValue | undefined): string {
  if (common === 'NONE') return 'OFF'
  return String((own === undefined || own === 'QMGR' ? common : own) ?? 'OFF')
}
