/** A credential that is fetched from a server and kept fresh: one fetch serves all calls that wait for it. */
import type { Clock } from '../../../shared/lib/time/clock.ts'

/** Adds the credentials of the gateway to requests. */
export interface UpstreamAuthentication {
  /** Sets the header. Returns a promise while the credentials are fetched; it rejects with an `UpstreamCredentialsError`. */
  authenticate(headers: string[]): Promise<void> | undefined
  /** Drops the credentials of a request that the upstream has rejected. Returns whether others can be had. */
  reject(headers: readonly string[]): boolean
}

export interface FetchedCredential {
  value: string
  /** How long the credential is valid, in milliseconds. */
  lifetimeMs: number
}

/** The time before the end at which a credential is replaced: a fifth of its life, at most a minute. */
const renewalShare = 0.2
const maxRenewalMs = 60_000
/** How long calls fail at once after a fetch has failed. */
const failurePauseMs = 1_000
/** The pause between two credentials that are fetched because the upstream has rejected one. */
const rejectionPauseMs = 10_000

export class FreshCredential {
  readonly #clock: Clock
  #current: { value: string; renewAt: number; expiresAt: number } | undefined
  #fetching: Promise<string> | undefined
  #failure: { error: unknown; until: number } | undefined
  #lastRejectionAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the credential; a promise while it must be fetched, which rejects with the error of `fetch`. */
  find(fetchCredential: () => Promise<FetchedCredential>): string | Promise<string> {
    const now = this.#clock()
    const current = this.#current
    if (!current || now >= current.expiresAt) return this.#fetchOnce(now, fetchCredential)
    if (now >= current.renewAt) this.#fetchOnce(now, fetchCredential).catch(() => {}) // it is valid until it expires
    return current.value
  }

  /**
   * Drops a credential that the upstream has rejected. Returns whether a new one can be had: not again within ten seconds,
   * because an upstream that rejects every credential must not flood the server that issues them.
   */
  reject(value: string): boolean {
    if (this.#current?.value !== value) return true // it has been replaced meanwhile
    const now = this.#clock()
    if (now - this.#lastRejectionAt < rejectionPauseMs) return false
    this.#lastRejectionAt = now
    this.#current = undefined
    return true
  }

  #fetchOnce(now: number, fetchCredential: () => Promise<FetchedCredential>): Promise<string> {
    if (this.#fetching) return this.#fetching
    if (this.#failure && now < this.#failure.until) return Promise.reject(this.#failure.error)
    this.#failure = undefined
    this.#fetching = fetchCredential()
      .then(
        ({ value, lifetimeMs }) => {
          const expiresAt = now + lifetimeMs // the server counted from a later time
          this.#current = { value, expiresAt, renewAt: expiresAt - Math.min(maxRenewalMs, lifetimeMs * renewalShare) }
          return value
        },
        (error) => {
          this.#failure = { error, until: this.#clock() + failurePauseMs }
          throw error
        },
      )
      .finally(() => {
        this.#fetching = undefined
      })
    return this.#fetching
  }
}
