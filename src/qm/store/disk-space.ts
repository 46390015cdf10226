/**
 * The free space of the disk below the queue managers. Puts of persistent messages are refused below a configured amount,
 * so that the rest is left for gets, for changes of objects and for other programs.
 */
import { statfs } from 'node:fs/promises'

import type { Log } from '../../lib/output/log.ts'

export interface DiskSpaceOptions {
  readonly folder: string
  /** Puts are refused while less is free; 0 refuses none. */
  readonly minFreeBytes: number
  readonly log: Log
}

const checkEveryMs = 1000

export class DiskSpace {
  readonly #options: DiskSpaceOptions
  readonly #timer: NodeJS.Timeout
  #freeBytes = Number.POSITIVE_INFINITY
  #isLow = false

  constructor(options: DiskSpaceOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.check(), checkEveryMs).unref()
  }

  /** As of the last check; `Infinity` before the first one. */
  get freeBytes(): number {
    return this.#freeBytes
  }

  /** Why a put is refused; undefined when there is room for it. */
  get shortage(): string | undefined {
    if (!this.#isLow) return undefined
    const { folder, minFreeBytes } = this.#options
    return `${this.#freeBytes} bytes are free in ${folder}, and puts of persistent messages need ${minFreeBytes}`
  }

  /** Looks at the disk. Never rejects: when the disk cannot be asked, the last answer stays. */
  async check(): Promise<void> {
    const { folder, minFreeBytes, log } = this.#options
    const found = await statfs(folder).catch(() => undefined)
    if (!found) return
    this.#freeBytes = found.bavail * found.bsize
    // A quarter more than the minimum ends the shortage, so that it does not come and go with every message.
    const isLow = this.#freeBytes < minFreeBytes * (this.#isLow ? 1.25 : 1)
    if (isLow === this.#isLow) return
    this.#isLow = isLow
    const facts = { folder, freeBytes: this.#freeBytes, minFreeBytes }
    if (isLow) log.error(facts, 'the disk is nearly full: puts of persistent messages are refused')
    else log.info(facts, 'the disk has room again: puts of persistent messages are accepted')
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
