/** Leases: messages locked in a unit of work until acknowledged. In memory only: a crash returns them to the queue. */
import { randomBytes } from 'node:crypto'
import type { Connection, Message, MessageSelection, OpenQueue, UnitOfWork } from '../../manager/index.ts'
import { RestError } from '../errors/rest-error.ts'

const maxLeasesPerUser = 10_000
/** How long a repeated `ack` or `nack` succeeds, because the response to the first can be lost. */
const repeatMs = 10 * 60 * 1000
const maxEnded = 100_000
/** The bytes of bodies after which a request or a stream leases no further message; it leases at least one. */
export const maxLeasedBytes = 8 * 1_048_576

type LeaseEnd = 'ack' | 'nack'

/** Who holds leases: the user, and the client on whose behalf a gateway sends requests. Others do not find them. */
export type LeaseHolder = { user: string; client: string }

export interface Lease {
  readonly id: string
  readonly message: Message
  /** The end, in milliseconds since the epoch. */
  until: number
}

export interface LeaseOptions extends MessageSelection {
  max: number
  seconds: number
  /** The open queue of the messages. Its search with a selector continues from one `take` to the next. */
  opened: OpenQueue
  waitMs: number
  signal: AbortSignal | undefined
  /** Called when a lease has ended in any way. */
  onEnd?: () => void
}

interface HeldLease extends Lease {
  holder: string
  /** The queue manager and the queue as the request names them. */
  source: string
  queue: string
  threshold: number
  unit: UnitOfWork
  connection: Connection
  timer: NodeJS.Timeout | undefined
  /** Closes the connection with the last of its leases. */
  release(): void
  onEnd: (() => void) | undefined
}

/** The leases of a server. */
export class Leases {
  readonly #clock: () => number
  readonly #held = new Map<string, HeldLease>()
  readonly #counts = new Map<string, number>()
  /** The ends of the times in which a repeated `ack` or `nack` succeeds. */
  readonly #ended = new Map<string, number>()
  /** The `ack` or `nack` in progress of each lease: the same request joins it, another one waits for it. */
  readonly #ending = new Map<string, { end: LeaseEnd; done: Promise<void> }>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Leases up to `max` messages, and no further one after 8 MiB of bodies. The last lease closes the connection. From
   * BOTHRESH on, messages go to the backout queue.
   */
  async take(
    connection: Connection,
    source: string,
    holder: LeaseHolder,
    options: LeaseOptions,
  ): Promise<readonly Lease[]> {
    const taken: HeldLease[] = []
    let users = 1
    const release = () => {
      users -= 1
      if (users === 0) void connection.close().catch(() => undefined)
    }
    connection.onEnd(() => {
      for (const lease of taken) this.#end(lease)
    })
    try {
      const place = { source, ...connection.findBackoutThreshold(source) }
      const max = Math.min(options.max, maxLeasesPerUser - (this.#counts.get(renderHolder(holder)) ?? 0))
      if (max <= 0) throw new RestError('MQWB0324E', [holder.user, maxLeasesPerUser])
      let bytes = 0
      while (taken.length < max && bytes < maxLeasedBytes) {
        const next = await takeNext(connection, place, options, taken.length === 0)
        if (!next) break
        users += 1
        bytes += next.message.body.length
        taken.push(
          this.#hold({ ...next, ...place, connection, release, onEnd: options.onEnd }, holder, options.seconds),
        )
      }
      return taken
    } catch (error) {
      await Promise.all(taken.map((lease) => this.#releaseUncounted(lease)))
      throw error
    } finally {
      release()
    }
  }

  /** Removes the message and returns it. Succeeds again for some minutes, without it. Throws MQWB0323E (404) for an unknown lease. */
  acknowledge(id: string, source: string, holder: LeaseHolder): Promise<Message | undefined> {
    return this.#endOnce('ack', id, source, holder)
  }

  /** Puts the message back, or on the backout queue at the threshold. Returns and throws as `acknowledge` does. */
  giveBack(id: string, source: string, holder: LeaseHolder): Promise<Message | undefined> {
    return this.#endOnce('nack', id, source, holder)
  }

  async #endOnce(end: LeaseEnd, id: string, source: string, holder: LeaseHolder): Promise<Message | undefined> {
    const key = renderKey(id, source, holder)
    const repeat = `${end} ${key}`
    if ((this.#ended.get(repeat) ?? 0) > this.#clock()) return undefined
    const ending = this.#ending.get(key)
    if (ending?.end === end) {
      await ending.done
      return undefined
    }
    if (ending) await ending.done.catch(() => undefined)
    const lease = this.#find(id, source, holder)
    const work = end === 'ack' ? this.#commit(lease) : this.#putBack(lease)
    const done = work.finally(() => this.#ending.delete(key))
    this.#ending.set(key, { end, done })
    await done
    const [oldest] = this.#ended.keys()
    if (oldest !== undefined && this.#ended.size >= maxEnded) this.#ended.delete(oldest)
    this.#ended.set(repeat, this.#clock() + repeatMs)
    return lease.message
  }

  async #commit(lease: HeldLease): Promise<void> {
    this.#end(lease)
    try {
      await lease.unit.commit()
    } finally {
      lease.release()
    }
  }

  /** Puts messages back whose client has not received them, without a higher backout count. */
  async giveBackUnseen(leases: readonly Lease[]): Promise<void> {
    const held = leases.flatMap(({ id }) => this.#held.get(id) ?? [])
    await Promise.all(held.map((lease) => this.#releaseUncounted(lease).catch(() => undefined)))
  }

  /** Sets a new end from now on, and returns it. Waits for an `ack` or `nack` in progress. Throws MQWB0323E. */
  async extend(id: string, source: string, holder: LeaseHolder, seconds: number): Promise<number> {
    await this.#ending.get(renderKey(id, source, holder))?.done.catch(() => undefined)
    const lease = this.#find(id, source, holder)
    clearTimeout(lease.timer)
    lease.until = this.#clock() + seconds * 1000
    lease.timer = this.#startTimer(lease)
    return lease.until
  }

  /** Ends all leases. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#held.values()].map((lease) => this.#releaseUncounted(lease).catch(() => undefined)))
  }

  #hold(
    taken: Pick<HeldLease, 'message' | 'unit' | 'source' | 'queue' | 'threshold' | 'connection' | 'release' | 'onEnd'>,
    holder: LeaseHolder,
    seconds: number,
  ): HeldLease {
    const lease: HeldLease = {
      ...taken,
      id: randomBytes(18).toString('base64url'),
      until: this.#clock() + seconds * 1000,
      holder: renderHolder(holder),
      source: `${taken.connection.manager.name}/${taken.source}`,
      timer: undefined,
    }
    lease.timer = this.#startTimer(lease)
    this.#held.set(lease.id, lease)
    this.#counts.set(lease.holder, (this.#counts.get(lease.holder) ?? 0) + 1)
    return lease
  }

  #find(id: string, source: string, holder: LeaseHolder): HeldLease {
    const lease = this.#held.get(id)
    if (lease?.holder !== renderHolder(holder) || lease.source !== source || !lease.unit.isActive)
      throw new RestError('MQWB0323E', [id.slice(0, 100)])
    return lease
  }

  /** Removes a lease from the table, so that nothing else can end it. */
  #end(lease: HeldLease): void {
    if (!this.#held.delete(lease.id)) return
    clearTimeout(lease.timer)
    const count = (this.#counts.get(lease.holder) ?? 1) - 1
    if (count > 0) this.#counts.set(lease.holder, count)
    else this.#counts.delete(lease.holder)
    lease.onEnd?.()
  }

  #startTimer(lease: HeldLease): NodeJS.Timeout {
    return setTimeout(() => void this.#putBack(lease).catch(() => undefined), lease.until - this.#clock())
  }

  async #putBack(lease: HeldLease): Promise<void> {
    this.#end(lease)
    const { message, unit, connection, queue, threshold } = lease
    try {
      if (!unit.isActive) return
      const isThresholdReached = threshold > 0 && message.backoutCount + 1 >= threshold
      if (isThresholdReached && (await setAside(connection, queue, message, unit))) return
      await unit.backout()
    } finally {
      lease.release()
    }
  }

  /** Puts a message back that no worker has seen, without a higher backout count. */
  async #releaseUncounted(lease: HeldLease): Promise<void> {
    this.#end(lease)
    try {
      await lease.unit.backout({ countsBackout: false })
    } finally {
      lease.release()
    }
  }
}

function renderHolder({ user, client }: LeaseHolder): string {
  return JSON.stringify([user, client])
}

function renderKey(id: string, source: string, holder: LeaseHolder): string {
  return `${renderHolder(holder)} ${source} ${id}`
}

/** Gets the next message in a unit of work of its own. Waits for the first one only. */
async function takeNext(
  connection: Connection,
  { queue, threshold }: { queue: string; threshold: number },
  { messageId, correlationId, opened, waitMs, signal }: LeaseOptions,
  isFirst: boolean,
): Promise<{ message: Message; unit: UnitOfWork } | undefined> {
  const wanted = { messageId, correlationId, waitMs: isFirst ? waitMs : 0, signal }
  for (;;) {
    const unit = connection.beginUnitOfWork()
    try {
      const message = await opened.get({ ...wanted, unitOfWork: unit })
      if (!message) {
        await unit.backout()
        return undefined
      }
      const isBackedOut = threshold > 0 && message.backoutCount >= threshold
      if (!isBackedOut || !(await setAside(connection, queue, message, unit))) return { message, unit }
    } catch (error) {
      await unit.backout()
      throw error
    }
  }
}

/** Moves a message to the backout queue or the dead-letter queue. Resolves with false when neither accepts it. */
async function setAside(connection: Connection, from: string, message: Message, unit: UnitOfWork): Promise<boolean> {
  const target = await connection.requeue({ from, message }, unit)
  if (target === undefined) return false
  await unit.commit()
  return true
}
