/** What has been counted against the limits of a plan, for those who want to know what is left. */
import type { Limit, Plan, Product } from '../../config/types/index.ts'
import { windowKey } from './counter.ts'
import { limitKey, placedLimits, planName } from './plan-limits.ts'

export interface LimitCount {
  limit: Limit
  /** An API's reference, with an operation after a blank; nothing for the plan as a whole. */
  part: string
  /** Calls within the present interval; of a large limit, workers may hold some that were not made yet. */
  used: number
  /** When counting begins anew, milliseconds since the epoch; undefined for one that is unlimited. */
  endsAt: number | undefined
}

export interface CountedPlan {
  /** The path of the catalog. */
  catalog: string
  product: Product
  plan: Plan
  application: string
}

/** `find` answers what is kept under the key of a count, if anything is. */
export function readPlanLimits(
  { catalog, product, plan, application }: CountedPlan,
  { find, now }: { find(key: string): Promise<number | undefined>; now: number },
): Promise<LimitCount[]> {
  const name = planName(catalog, product, plan)
  return Promise.all(
    placedLimits(plan).map(async ({ limit, part }): Promise<LimitCount> => {
      if (limit.calls === undefined) return { limit, part, used: 0, endsAt: undefined }
      const intervalMs = limit.intervalSeconds * 1_000
      const endsAt = (Math.floor(now / intervalMs) + 1) * intervalMs
      const key = windowKey(limitKey(name, application, { limit, part }), endsAt)
      return { limit, part, used: (await find(key)) ?? 0, endsAt }
    }),
  )
}
