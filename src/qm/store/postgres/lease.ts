/**
 * The lease of the active instance of a queue manager. One instance holds it at a time; the time of the database
 * decides when it expires. The holder renews it, and every commit names its fence, which ascends with every takeover.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresConnection } from '../../../lib/postgres/postgres-connection.ts'
import type { ActiveInstanceInfo, InstanceLease, InstanceServer, QueueManagerInstance } from '../../types/instances.ts'

/** How long a lease lasts without a renewal, how often it is renewed, and how often a standby looks at it. */
export interface LeaseTimes {
  readonly leaseMs: number
  readonly renewMs: number
  readonly pollMs: number
}

/** An active instance that dies is replaced after at most `leaseMs` and `pollMs`. */
export const defaultLeaseTimes: LeaseTimes = { leaseMs: 5_000, renewMs: 1_000, pollMs: 500 }

/** What the holder of a lease may do. */
export interface LeaseTerms {
  readonly fence: number
  /** The number of the last commit. */
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

/** The state of the lease, as a standby sees it. */
export interface LeaseState {
  /** Whether an instance holds it and has renewed it in time. */
  readonly isHeld: boolean
  readonly permitsStandby: boolean
  /** Whether the last holder ended the queue manager for all instances. */
  readonly isEnded: boolean
}

/** What the holder learns when it renews its lease. */
export interface LeaseRenewal {
  /** Whether an instance waits, which becomes active when the lease runs out. */
  readonly hasStandby: boolean
}

/** The lease of one queue manager in the database. All methods reject with a `PostgresError`. */
export interface LeaseTable {
  /** Acquires the lease for this instance; undefined while another instance holds it. */
  acquire(permitsStandby: boolean): Promise<LeaseTerms | undefined>
  /** Renews the lease. Returns undefined when another instance has acquired it. */
  renew(fence: number): Promise<LeaseRenewal | undefined>
  /** Gives the lease back. With `isEnded`, waiting instances end; otherwise one of them becomes active. */
  release(fence: number, isEnded: boolean): Promise<void>
  read(): Promise<LeaseState>
  /** Records that this instance is alive. */
  record(mode: InstanceMode): Promise<void>
  /** Removes the record of this instance. */
  forget(): Promise<void>
  /** Returns the instances that were seen lately. */
  list(): Promise<QueueManagerInstance[]>
  /** Returns the instance that holds the lease. */
  findActive(): Promise<ActiveInstanceInfo | undefined>
}

/** Opens the lease of a schema for one instance. */
export function openLeaseTable(
  connection: PostgresConnection,
  schema: string,
  { id, host, findServer }: InstanceIdentity,
  { leaseMs }: LeaseTimes = defaultLeaseTimes,
): LeaseTable {
  const query = (name: string, text: string, values: readonly unknown[] = []) =>
    connection.query({ name, text }, values)

  return {
    async acquire(permitsStandby) {
      const [row] = await query('acquire', `SELECT * FROM ${schema}.acquire_1($1, $2, $3)`, [
        ...[id, leaseMs, permitsStandby],
      ])
      if (!row) return undefined
      return { fence: Number(row.fence), lastCommit: Number(row.last_commit), block: Number(row.block) }
    },

    async renew(fence) {
      const [row] = await query(
        'renew',
        `UPDATE ${schema}.lease SET expires_at = clock_timestamp() + $2::double precision * interval '1 ms'
          WHERE fence = $1 RETURNING EXISTS (SELECT FROM ${schema}.instance WHERE mode = 'standby'
            AND seen_at > clock_timestamp() - $2::double precision * interval '1 ms') AS has_standby`,
        [fence, leaseMs],
      )
      return row && { hasStandby: row.has_standby === true }
    },

    async release(fence, isEnded) {
      await query(
        'release',
        `UPDATE ${schema}.lease SET instance = NULL, expires_at = '-infinity', is_ended = $2 WHERE fence = $1`,
        [fence, isEnded],
      )
    },

    async read() {
      const [row] = await query(
        'read-lease',
        `SELECT instance IS NOT NULL AND expires_at > clock_timestamp() AS is_held, permits_standby,
          is_ended FROM ${schema}.lease`,
      )
      return {
        isHeld: row?.is_held === true,
        permitsStandby: row?.permits_standby === true,
        isEnded: row?.is_ended === true,
      }
    },

    async record(mode) {
      const server = await findServer?.().catch(() => undefined) // the certificate cannot be read at present
      await query(
        'record',
        `INSERT INTO ${schema}.instance (id, host, mode, seen_at, url, certificate)
          VALUES ($1, $2, $3, clock_timestamp(), $4, $5)
          ON CONFLICT (id) DO UPDATE SET mode = excluded.mode, seen_at = excluded.seen_at, url = excluded.url,
            certificate = excluded.certificate`,
        [id, host, mode, server?.url ?? null, server?.certificateFingerprint ?? null],
      )
    },

    async forget() {
      await query('forget', `DELETE FROM ${schema}.instance WHERE id = $1`, [id])
    },

    async list() {
      const rows = await query(
        'instances',
        `SELECT host, mode FROM ${schema}.instance
          WHERE seen_at > clock_timestamp() - $1::double precision * interval '1 ms' ORDER BY mode, host, id`,
        [leaseMs],
      )
      return rows.map((row) => ({
        host: String(row.host),
        mode: row.mode as InstanceMode,
      }))
    },

    async findActive() {
      const [row] = await query(
        'active-instance',
        `SELECT id, host, url, certificate, instance_secret FROM ${schema}.owner, ${schema}.lease
          JOIN ${schema}.instance ON instance.id = lease.instance WHERE expires_at > clock_timestamp()`,
      )
      if (!row) return undefined
      const { url, certificate } = row as { url: string | null; certificate: string | null }
      return {
        id: String(row.id),
        host: String(row.host),
        isHere: row.id === id,
        server: url !== null && certificate !== null ? { url, certificateFingerprint: certificate } : undefined,
        secret: row.instance_secret as Buffer,
      }
    },
  }
}

/** A lease that is renewed until it is released or lost. */
export interface HeldLease extends LeaseTerms {
  /**
   * Aborted, with the reason, when another instance holds the lease, or when one has waited at the last renewal and the
   * lease has run out for as long as it lasts.
   */
  readonly lost: AbortSignal
  /** Returns whether the lease has not run out, so that no other instance can be active. */
  isValid(): boolean
  read(): InstanceLease
  /** Ends the renewals without giving the lease back. */
  stop(): void
  release(isEnded: boolean): Promise<void>
}

/**
 * Keeps a lease that was requested at `requestedAt`: renews it, and records the instance as active. A failed renewal is tried again.
 * The lease counts from the moment at which its renewal was sent, by the monotonic clock of this machine.
 */
export function keepLease(
  table: LeaseTable,
  terms: LeaseTerms,
  times: LeaseTimes = defaultLeaseTimes,
  requestedAt = performance.now(),
): HeldLease {
  const lost = new AbortController()
  const stopped = new AbortController()
  let validUntil = requestedAt + times.leaseMs
  let hasStandby = false
  let watch: NodeJS.Timeout | undefined
  expireLater()
  const renewing = renewUntilStopped()

  async function renewUntilStopped(): Promise<void> {
    while (!stopped.signal.aborted) {
      const sentAt = performance.now()
      try {
        const renewal = await table.renew(terms.fence)
        if (!renewal) return lose('another instance has become active')
        validUntil = sentAt + times.leaseMs
        hasStandby = renewal.hasStandby
        expireLater()
        await table.record('active')
      } catch {
        // The database cannot be reached; a commit reports that.
      }
      await delay(times.renewMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }

  /** A standby instance becomes active when the lease runs out. Without one, the database may take longer to answer. */
  function expireLater(): void {
    clearTimeout(watch)
    if (stopped.signal.aborted || lost.signal.aborted) return
    const ms = Math.max(0, validUntil + times.leaseMs - performance.now())
    const expire = () => {
      if (hasStandby) lose('the database has not answered, and a standby instance may have become active')
    }
    watch = setTimeout(expire, ms).unref()
  }

  function lose(reason: string): void {
    clearTimeout(watch)
    lost.abort(new Error(reason))
  }

  function stop(): void {
    clearTimeout(watch)
    stopped.abort()
  }

  return {
    ...terms,
    lost: lost.signal,
    isValid: () => performance.now() < validUntil,
    read: () => ({ remainingMs: Math.max(0, validUntil - performance.now()), hasStandby }),
    stop,
    async release(isEnded) {
      stop()
      await renewing
      await table.forget()
      await table.release(terms.fence, isEnded)
    },
  }
}
