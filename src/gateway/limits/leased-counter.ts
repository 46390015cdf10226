/**
 * Exact over all workers without asking them about every call: a worker takes some of the calls of a window at once,
 * and hands them out by itself.
 *
 * Nobody ever gets more than the limit. What a worker has taken and not handed out is missing to the others, so it
 * takes no more than a thousandth of the limit; of a limit below two thousand it takes one call at a time, and every
 * single one of those calls can be used.
 */
import { type AddToSharedCount, type CallCounter, windowKey } from './call-counter.ts'
import { type CountWindow, CountWindows } from './count-windows.ts'

/** A window as this worker sees it: the numbers above `count` up to `upTo` are its own to hand out. */
interface Lease extends CountWindow {
  upTo: number
  /** How many are wanted by calls that wait. */
  wanted: number
  /** Settles when more has been taken, or could not be. */
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
      if (lease.count > limit) return lease.count // a flood of refused calls must not become one of writes

      const size = Math.min(Math.floor(limit / share), mostAtOnce)
      return size <= amount ? one() : fromLease()

      /** Of a small limit: each call is counted before it is answered. */
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
