/**
 * The lease of the active instance of a queue manager. One instance holds it at a time; the time of the database
 * decides when it expires. The holder renews it, and every commit names its fence, which ascends with every takeover.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import type {
  ActiveInstanceInfo,
  InstanceLease,
  InstanceServer,
  QueueManagerInstance,
} from '../../../manager/types/queue-manager.ts'
import { throwAsStoreError } from './postgres-store-error.ts'

/** How long a lease lasts without a renewal, how often it is renewed, and how often a standby looks at it. */
export type LeaseTimes = { readonly leaseMs: number; readonly renewMs: number; readonly pollMs: number }

/** An active instance that dies is replaced after at most `leaseMs` and `pollMs`. */
export const defaultLeaseTimes: LeaseTimes = { leaseMs: 5_000, renewMs: 1_000, pollMs: 500 }

/** What the holder of a lease may do. */
export interface LeaseTerms {
  readonly fence: number
  readonly lastCommit: number
  /** The block of sequence numbers that was claimed for the holder. */
  readonly block: number
}

/** An instance of a queue manager: a process that runs it, or waits to run it. */
export interface InstanceIdentity {
  readonly id: string
  /** The name of the machine, as `dspmq -x` shows it. */
  readonly host: string
  /** Returns how other instances reach the MQ web server of this process. Undefined for a process without one. */
  findServer?(): Promise<InstanceServer | undefined>
}

type InstanceMode = QueueManagerInstance['mode']

/** The lease of one queue manager in the database, as one instance uses it. All methods reject with a `MessageStoreError`. */
export class LeaseTable {
  readonly #connection: PostgresConnection
  readonly #schema: string
  readonly #instance: InstanceIdentity
  readonly #leaseMs: number

  constructor(
    connection: PostgresConnection,
    schema: string,
    instance: InstanceIdentity,
    { leaseMs }: LeaseTimes = defaultLeaseTimes,
  ) {
    this.#connection = connection
    this.#schema = schema
    this.#instance = instance
    this.#leaseMs = leaseMs
  }

  /** Acquires the lease for this instance; undefined while another instance holds it. */
  async acquire(permitsStandby: boolean): Promise<LeaseTerms | undefined> {
    const text = `SELECT * FROM ${this.#schema}.acquire_1($1, $2, $3)`
    const [row] = await this.#query('acquire', text, [this.#instance.id, this.#leaseMs, permitsStandby])
    if (!row) return undefined
    return { fence: Number(row.fence), lastCommit: Number(row.last_commit), block: Number(row.block) }
  }

  /** Renews the lease. Returns whether an instance waits, or undefined when another one has acquired the lease. */
  async renew(fence: number) {
    const [row] = await this.#query(
      'renew',
      `UPDATE ${this.#schema}.lease SET expires_at = clock_timestamp() + $2::double precision * interval '1 ms'
        WHERE fence = $1 RETURNING EXISTS (SELECT FROM ${this.#schema}.instance WHERE mode = 'standby'
          AND seen_at > clock_timestamp() - $2::double precision * interval '1 ms') AS has_standby`,
      [fence, this.#leaseMs],
    )
    return row && { hasStandby: row.has_standby === true }
  }

  /** Gives the lease back. With `isEnded`, waiting instances end; otherwise one of them becomes active. */
  async release(fence: number, isEnded: boolean): Promise<void> {
    const changes = `instance = NULL, expires_at = '-infinity', is_ended = $2`
    await this.#query('release', `UPDATE ${this.#schema}.lease SET ${changes} WHERE fence = $1`, [fence, isEnded])
  }

  /** Returns the state of the lease, as a standby sees it. */
  async read() {
    const text = `SELECT instance IS NOT NULL AND expires_at > clock_timestamp() AS is_held, permits_standby,
        is_ended FROM ${this.#schema}.lease`
    const [row] = await this.#query('read-lease', text)
    return {
      /** Whether an instance holds it and has renewed it in time. */
      isHeld: row?.is_held === true,
      permitsStandby: row?.permits_standby === true,
      /** Whether the last holder ended the queue manager for all instances. */
      isEnded: row?.is_ended === true,
    }
  }

  /** Records that this instance is alive. */
  async record(mode: InstanceMode): Promise<void> {
    const { id, host, findServer } = this.#instance
    const server = await findServer?.().catch(() => undefined) // the certificate cannot be read at present
    const text = `INSERT INTO ${this.#schema}.instance (id, host, mode, seen_at, url, certificate)
        VALUES ($1, $2, $3, clock_timestamp(), $4, $5)
        ON CONFLICT (id) DO UPDATE SET mode = excluded.mode, seen_at = excluded.seen_at, url = excluded.url,
          certificate = excluded.certificate`
    await this.#query('record', text, [id, host, mode, server?.url ?? null, server?.certificateFingerprint ?? null])
  }

  /** Removes the record of this instance. */
  async forget(): Promise<void> {
    await this.#query('forget', `DELETE FROM ${this.#schema}.instance WHERE id = $1`, [this.#instance.id])
  }

  /** Returns the instances that were seen lately. */
  async list(): Promise<QueueManagerInstance[]> {
    const text = `SELECT host, mode FROM ${this.#schema}.instance
        WHERE seen_at > clock_timestamp() - $1::double precision * interval '1 ms' ORDER BY mode, host, id`
    const rows = await this.#query('instances', text, [this.#leaseMs])
    return rows.map((row) => ({ host: String(row.host), mode: row.mode as InstanceMode }))
  }

  /** Returns the instance that holds the lease. */
  async findActive(): Promise<ActiveInstanceInfo | undefined> {
    const text = `SELECT id, host, url, certificate, instance_secret FROM ${this.#schema}.owner, ${this.#schema}.lease
        JOIN ${this.#schema}.instance ON instance.id = lease.instance WHERE expires_at > clock_timestamp()`
    const [row] = await this.#query('active-instance', text)
    if (!row) return undefined
    const { url, certificate } = row as { url: string | null; certificate: string | null }
    return {
      id: String(row.id),
      host: String(row.host),
      isHere: row.id === this.#instance.id,
      server: url !== null && certificate !== null ? { url, certificateFingerprint: certificate } : undefined,
      secret: row.instance_secret as Buffer,
    }
  }

  #query(name: string, text: string, values: readonly unknown[] = []) {
    return this.#connection.query({ name, text }, values).catch(throwAsStoreError)
  }
}

/**
 * A lease that was requested at `requestedAt`, which is renewed until it is released or lost, and records the instance as
 * active. A failed renewal is tried again. The lease counts from the moment at which its renewal was sent, by the monotonic
 * clock of this machine.
 */
export class HeldLease implements LeaseTerms {
  readonly fence: number
  readonly lastCommit: number
  readonly block: number
  /**
   * Aborted, with the reason, when another instance holds the lease, or when one has waited at the last renewal and the
   * lease has run out for as long as it lasts.
   */
  readonly lost: AbortSignal
  readonly #table: Pick<LeaseTable, 'renew' | 'record' | 'forget' | 'release'>
  readonly #times: LeaseTimes
  readonly #lost = new AbortController()
  readonly #stopped = new AbortController()
  readonly #renewing: Promise<void>
  #validUntil: number
  #hasStandby = false
  #watch: NodeJS.Timeout | undefined

  constructor(
    table: Pick<LeaseTable, 'renew' | 'record' | 'forget' | 'release'>,
    { fence, lastCommit, block }: LeaseTerms,
    times: LeaseTimes = defaultLeaseTimes,
    requestedAt = performance.now(),
  ) {
    this.fence = fence
    this.lastCommit = lastCommit
    this.block = block
    this.lost = this.#lost.signal
    this.#table = table
    this.#times = times
    this.#validUntil = requestedAt + times.leaseMs
    this.#expireLater()
    this.#renewing = this.#renewUntilStopped()
  }

  /** Returns whether the lease has not run out, so that no other instance can be active. */
  isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  read(): InstanceLease {
    return { remainingMs: Math.max(0, this.#validUntil - performance.now()), hasStandby: this.#hasStandby }
  }

  /** Ends the renewals without giving the lease back. */
  stop(): void {
    clearTimeout(this.#watch)
    this.#stopped.abort()
  }

  async release(isEnded: boolean): Promise<void> {
    this.stop()
    await this.#renewing
    await this.#table.forget()
    await this.#table.release(this.fence, isEnded)
  }

  async #renewUntilStopped(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const sentAt = performance.now()
      try {
        const renewal = await this.#table.renew(this.fence)
        if (!renewal) return this.#lose('another instance has become active')
        this.#validUntil = sentAt + this.#times.leaseMs
        this.#hasStandby = renewal.hasStandby
        this.#expireLater()
        await this.#table.record('active')
      } catch {
        // The database cannot be reached; a commit reports that.
      }
      await delay(this.#times.renewMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** A standby instance becomes active when the lease runs out. Without one, the database may take longer to answer. */
  #expireLater(): void {
    clearTimeout(this.#watch)
    if (this.#stopped.signal.aborted || this.lost.aborted) return
    const ms = Math.max(0, this.#validUntil + this.#times.leaseMs - performance.now())
    const expire = () => {
      if (this.#hasStandby) this.#lose('the database has not answered, and a standby instance may have become active')
    }
    this.#watch = setTimeout(expire, ms).unref()
  }

  #lose(reason: string): void {
    clearTimeout(this.#watch)
    this.#lost.abort(new Error(reason))
  }
}
