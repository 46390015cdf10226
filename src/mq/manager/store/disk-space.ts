/** Watches the free disk space: persistent puts are rejected below a minimum, so that other work goes on. */
import { statfs } from 'node:fs/promises'
import type { Log } from '../../../shared/lib/output/log.ts'

export interface DiskSpaceOptions {
  readonly folder: string
  /** The minimum free space in bytes; 0 disables the check. */
  readonly minFreeBytes: number
  readonly log: Log
  /** Returns the free blocks of the file system of a folder; without it, those of the system. */
  readonly statfs?: (folder: string) => Promise<{ bavail: number; bsize: number }>
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

  /** The free space at the last check in bytes; `Infinity` before the first one. */
  get freeBytes(): number {
    return this.#freeBytes
  }

  /** The reason why puts are rejected; undefined when there is enough space. */
  get shortage(): string | undefined {
    if (!this.#isLow) return undefined
    const { folder, minFreeBytes } = this.#options
    return `${this.#freeBytes} bytes are free in ${folder}, and puts of persistent messages need ${minFreeBytes}`
  }

  /** Checks the disk. Never rejects; when the check fails, the last result remains. */
  async check(): Promise<void> {
    const { folder, minFreeBytes, log, statfs: examine = statfs } = this.#options
    const found = await examine(folder).catch(() => undefined)
    if (!found) return
    this.#freeBytes = found.bavail * found.bsize
    // The shortage ends at 125 % of the minimum, so that the state does not change with every message.
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
