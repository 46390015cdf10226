/** Connects a channel to its partner, and again after an error until no retry remains. */
import type { ChannelOwner } from '../../../manager/channels/channel.ts'
import type { RemainingRetries } from '../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { readNumber } from './channel-attributes.ts'
import type { SessionDeps } from './session-deps.ts'

interface CallerDeps extends Pick<SessionDeps, 'timers' | 'clock' | 'log'> {
  readonly owner: ChannelOwner
  /** Connects and runs a session until its end; calls `connected` at its begin. Rejects when it should be retried. */
  call(definition: ObjectRecord, signal: AbortSignal, connected: () => void): Promise<void>
}

export class Caller {
  readonly #deps: CallerDeps
  readonly #retries = new RetryCounts()
  #state: 'inactive' | 'calling' | 'retrying' = 'inactive'
  #abort = new AbortController()
  #ended: Promise<void> = Promise.resolve()
  #lastError = ''
  #nextAt: number | undefined

  constructor(deps: CallerDeps) {
    this.#deps = deps
  }

  get isActive(): boolean {
    return this.#state !== 'inactive'
  }

  get isRetrying(): boolean {
    return this.#state === 'retrying'
  }

  get isStopping(): boolean {
    return this.isActive && this.#abort.signal.aborted
  }

  get remainingRetries(): RemainingRetries {
    return { ...this.#retries.remaining, nextAt: this.#nextAt }
  }

  /** The error of the latest attempt; empty after a successful one. */
  get lastError(): string {
    return this.#lastError
  }

  /** Begins to call. Must not be called while the caller is active. */
  start(): void {
    this.#abort = new AbortController()
    this.#lastError = ''
    this.#retries.reset(this.#deps.owner.readDefinition().attributes)
    this.#state = 'calling'
    this.#ended = this.#run(this.#abort.signal).finally(() => {
      this.#state = 'inactive'
    })
  }

  /** Ends an attempt to connect and a wait for a retry. A session must be ended by its owner. */
  stop(): void {
    this.#abort.abort()
  }

  /** Resolves when the caller is inactive. */
  async ended(): Promise<void> {
    await this.#ended
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { owner, log } = this.#deps
    for (;;) {
      this.#state = 'calling'
      try {
        const definition = owner.readDefinition()
        await this.#deps.call(definition, signal, () => this.#connected(definition))
        if (!signal.aborted) owner.recordInactive()
        return
      } catch (error) {
        if (signal.aborted) return
        this.#lastError = (error as Error).message
        const isFinal = error instanceof ChannelError && error.isFinal
        const waitMs = isFinal ? undefined : this.#retries.takeNext()
        log.warn({ channel: owner.name, error: this.#lastError, retryMs: waitMs }, 'the channel ended with an error')
        if (waitMs === undefined) {
          owner.recordStopped(this.#lastError)
          return
        }
        await this.#wait(waitMs, signal)
        if (signal.aborted) return
      }
    }
  }

  #connected(definition: ObjectRecord): void {
    this.#lastError = ''
    this.#retries.reset(definition.attributes)
  }

  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.#state = 'retrying'
    this.#nextAt = this.#deps.clock() + milliseconds
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.timers.after(milliseconds, () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      const abort = () => {
        cancel()
        resolve()
      }
      signal.addEventListener('abort', abort, { once: true })
    })
    this.#nextAt = undefined
  }
}

/** Counts the retries of a channel: SHORTRTY times after SHORTTMR seconds, then LONGRTY times after LONGTMR seconds. */
class RetryCounts {
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
