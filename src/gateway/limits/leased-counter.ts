/**
 * A counter that is exact over all workers without a shared access for every call: a worker leases a batch of the
 * calls of a window and counts them locally.
 *
 * The limit is never exceeded. Leased calls that a worker does not use are not available to the others, so a
 * batch is at most a thousandth of the limit. A limit below 2,000 is counted call by call, and every one of its
 * calls can be used.
 */
import { type AddToSharedCount, buildCountKey, type CallCounter } from './call-counter.ts'
import { type CountWindow, CountWindows } from './count-windows.ts'

/** A window as this worker counts it. The calls numbered above `count` up to `upTo` are leased to this worker. */
interface Lease extends CountWindow {
  upTo: number
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

  async function leaseBatch(key: string, lease: Lease, batchSize: number): Promise<void> {
    const sum = await count(buildCountKey(key, lease.endsAt), batchSize, lease.endsAt)
    lease.count = sum - batchSize
    lease.upTo = sum
  }

  return {
    add(key, { amount, now, endsAt, limit }) {
      const lease = leases.find(key, endsAt) ?? leases.begin(key, unused(endsAt), now)
      if (lease.count > limit) return lease.count // a flood of rejected calls must not become a flood of writes

      const batchSize = Math.min(Math.floor(limit / batchDivisor), maxBatchCalls)
      return batchSize <= amount ? countOne() : fromLease()

      /** Counts one call of a small limit in the shared count before the call continues. */
      function countOne(): Promise<number> {
        return count(buildCountKey(key, endsAt), amount, endsAt).then((sum) => {
          lease.count = sum
          return sum
        })
      }

      function fromLease(waited = false): number | Promise<number> {
        if (lease.upTo - lease.count >= amount) {
          if (waited) lease.waitingCalls -= amount
          lease.count += amount
          return lease.count
        }
        if (!waited) lease.waitingCalls += amount
        lease.leasing ??= leaseBatch(key, lease, Math.max(batchSize, lease.waitingCalls)).finally(() => {
          lease.leasing = undefined
        })
        return lease.leasing.then(
          () => fromLease(true),
          (error) => {
            lease.waitingCalls -= amount
            throw error
          },
        )
      }
    },
  }
}

function unused(endsAt: number): Lease {
  return { endsAt, count: 0, upTo: 0, waitingCalls: 0, leasing: undefined }
}
