/** Counts the retries of a channel: SHORTRTY times after SHORTTMR seconds, then LONGRTY times after LONGTMR seconds. */
import type { RemainingRetries } from '../../types/network.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { readNumber } from './channel-attributes.ts'

export class RetryCounts {
  #attributes: ObjectRecord['attributes'] = {}
  #short = 0
  #long = 0

  get remaining(): RemainingRetries {
    return { short: this.#short, long: this.#long }
  }

  /** Begins again with the counts of the definition. Types without these attributes have no retries. */
  reset(attributes: ObjectRecord['attributes']): void {
    this.#attributes = attributes
    this.#short = readNumber(attributes, 'SHORTRTY', 0)
    this.#long = readNumber(attributes, 'LONGRTY', 0)
  }

  /** Uses up one retry. Returns the time to wait before it in milliseconds, or undefined when none remains. */
  takeNext(): number | undefined {
    if (this.#short > 0) {
      this.#short--
      return readNumber(this.#attributes, 'SHORTTMR', 60) * 1000
    }
    if (this.#long === 0) return undefined
    this.#long--
    return readNumber(this.#attributes, 'LONGTMR', 1200) * 1000
  }
}
