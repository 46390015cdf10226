/** What has been counted against the limits of a plan, for those who want to know what is left. */
import type { CallLimit, Plan, Product } from '../../config/types/index.ts'
import { windowKey } from './call-counter.ts'
import { limitCountKey, listPlanLimits, planKey } from './plan-limits.ts'

export interface LimitUsage {
  limit: CallLimit
  /** An API's reference, with an operation after a blank; nothing for the plan as a whole. */
  appliesTo: string
  /** Calls within the present interval; of a large limit, workers may hold some that were not made yet. */
  used: number
  /** When counting begins anew, milliseconds since the epoch; undefined for one that is unlimited. */
  endsAt: number | undefined
}

export interface PlanLimitQuery {
  /** The path of the catalog. */
  catalog: string
  product: Product
  plan: Plan
  application: string
}

/** `find` answers what is kept under the key of a count, if anything is. */
export function readPlanLimits(
  { catalog, product, plan, application }: PlanLimitQuery,
  { find, now }: { find(key: string): Promise<number | undefined>; now: number },
): Promise<LimitUsage[]> {
  const name = planKey(catalog, product, plan)
  return Promise.all(
    listPlanLimits(plan).map(async ({ limit, appliesTo }): Promise<LimitUsage> => {
      if (limit.calls === undefined) return { limit, appliesTo, used: 0, endsAt: undefined }
      const intervalMs = limit.intervalSeconds * 1_000
      const endsAt = (Math.floor(now / intervalMs) + 1) * intervalMs
      const key = windowKey(limitCountKey(name, application, { limit, appliesTo }), endsAt)
      return { limit, appliesTo, used: (await find(key)) ?? 0, endsAt }
    }),
  )
}
