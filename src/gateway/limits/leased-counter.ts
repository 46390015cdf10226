/**
 * A counter that is exact over all workers without a shared access for every call: a worker leases a batch of the
 * calls of a window and counts them locally.
 *
 * The limit is never exceeded. Leased calls that a worker does not use are not available to the others, so a
 * batch is at most a thousandth of the limit. A limit below 2,000 is counted call by call, and every one of its
 * calls can be used.
 */
import { type AddToSharedCount, type CallCounter, windowKey } from './call-counter.ts'
import { type CountWindow, CountWindows } from './count-windows.ts'

/** A window as this worker counts it. The calls numbered above `count` up to `upTo` are leased to this worker. */
interface Lease extends CountWindow {
  upTo: number
  /** The number of calls that wait for the next batch. */
  wanted: number
  /** Settles when the next batch has been leased, or leasing has failed. */
  taking: Promise<void> | undefined
}

const share = 1_000
const mostAtOnce = 5_000

export function leasedCounter(count: AddToSharedCount): CallCounter {
  const leases = new CountWindows<Lease>()

  async function take(key: string, lease: Lease, size: number): Promise<void> {
    const sum = await count(windowKey(key, lease.endsAt), size, lease.endsAt)
    lease.count = sum - size
    lease.upTo = sum
  }

  return {
    add(key, { amount, now, endsAt, limit }) {
      const lease = leases.find(key, endsAt) ?? leases.begin(key, unused(endsAt), now)
      if (lease.count > limit) return lease.count // a flood of rejected calls must not become a flood of writes

      const size = Math.min(Math.floor(limit / share), mostAtOnce)
      return size <= amount ? one() : fromLease()

      /** Counts one call of a small limit in the shared count before the call continues. */
      function one(): Promise<number> {
        return count(windowKey(key, endsAt), amount, endsAt).then((sum) => {
          if (sum > limit) lease.count = sum
          return sum
        })
      }

      function fromLease(waited = false): number | Promise<number> {
        if (lease.upTo - lease.count >= amount) {
          if (waited) lease.wanted -= amount
          lease.count += amount
          return lease.count
        }
        if (!waited) lease.wanted += amount
        lease.taking ??= take(key, lease, Math.max(size, lease.wanted)).finally(() => {
          lease.taking = undefined
        })
        return lease.taking.then(
          () => fromLease(true),
          (error) => {
            lease.wanted -= amount
            throw error
          },
        )
      }
    },
  }
}

function unused(endsAt: number): Lease {
  return { endsAt, count: 0, upTo: 0, wanted: 0, taking: undefined }
}
