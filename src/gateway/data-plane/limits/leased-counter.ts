/**
 * A counter that is exact over all workers without a shared access for every call: a worker leases a batch of the
 * calls of a window and counts them locally.
 *
 * The limit is never exceeded. Leased calls that a worker does not use are not available to the others, so a
 * batch is at most a thousandth of the limit. The next batch is leased when half of the last one is used, so that
 * calls do not wait for the disk of the shared count. A limit below 2,000 is counted call by call, and every one of
 * its calls can be used.
 */
import { type AddToSharedCount, addToWindow, type CallCounter, type CounterAddition } from './call-counter.ts'
import { type CountWindow, CountWindows } from './count-windows.ts'

/** Calls of a window: those numbered above `count` up to `upTo`. */
interface Batch {
  count: number
  upTo: number
}

/** A window as this worker counts it, with the rest of the batch that is leased to it. */
interface Lease extends CountWindow, Batch {
  /** The batch after the present one; undefined until it has been leased. */
  next: Batch | undefined
  /** The number of calls that wait for the next batch. */
  waitingCalls: number
  /** Settles when the next batch has been leased, or leasing has failed. */
  leasing: Promise<void> | undefined
}

const batchDivisor = 1_000
const maxBatchCalls = 5_000

/** Returns a counter that leases batches of calls from the shared count. `add` rejects when the shared count fails. */
export function createLeasedCounter(count: AddToSharedCount): CallCounter {
  const leases = new CountWindows<Lease>()

  function leaseNext(key: string, lease: Lease, batchSize: number): Promise<void> {
    lease.leasing ??= addToWindow(count, key, batchSize, lease.endsAt)
      .then((sum) => {
        lease.next = { count: sum - batchSize, upTo: sum }
      })
      .finally(() => {
        lease.leasing = undefined
      })
    return lease.leasing
  }

  /** Counts one call of a small limit in the shared count before the call continues. */
  async function countOne(key: string, { amount, endsAt }: CounterAddition, lease: Lease): Promise<number> {
    lease.count = await addToWindow(count, key, amount, endsAt)
    return lease.count
  }

  function take(key: string, addition: CounterAddition, lease: Lease, waited = false): number | Promise<number> {
    const { amount, limit } = addition
    const batchSize = findBatchSize(limit)
    if (lease.upTo - lease.count < amount && lease.next) {
      lease.count = lease.next.count
      lease.upTo = lease.next.upTo
      lease.next = undefined
    }
    if (lease.upTo - lease.count >= amount) {
      if (waited) lease.waitingCalls -= amount
      lease.count += amount
      const isHalfUsed = lease.upTo - lease.count < batchSize / 2 && lease.upTo < limit && lease.waitingCalls === 0
      // A call that needs the batch reports the failure.
      if (isHalfUsed && !lease.next && !lease.leasing) leaseNext(key, lease, batchSize).catch(() => {})
      return lease.count
    }
    if (!waited) lease.waitingCalls += amount
    return leaseNext(key, lease, Math.max(batchSize, lease.waitingCalls)).then(
      () => take(key, addition, lease, true),
      (error) => {
        lease.waitingCalls -= amount
        throw error
      },
    )
  }

  return {
    add(key, addition) {
      const { amount, now, endsAt, limit } = addition
      const lease = leases.find(key, endsAt) ?? leases.begin(key, unused(endsAt), now)
      if (lease.count > limit) return lease.count // a flood of rejected calls must not become a flood of writes
      return findBatchSize(limit) <= amount ? countOne(key, addition, lease) : take(key, addition, lease)
    },
  }
}

function findBatchSize(limit: number): number {
  return Math.min(Math.floor(limit / batchDivisor), maxBatchCalls)
}

function unused(endsAt: number): Lease {
  return { endsAt, count: 0, upTo: 0, next: undefined, waitingCalls: 0, leasing: undefined }
}
