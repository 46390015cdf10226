/** Reads how much of the limits of a plan an application has used. */
import { findWindowEnd } from '../../../shared/lib/time/count-window.ts'
import type { CallLimit } from '../../config/types/index.ts'
import { buildCountKey } from './call-counter.ts'
import { buildLimitCountKey, buildPlanKey, listPlanLimits } from './plan-limits.ts'

export interface LimitUsage {
  limit: CallLimit
  /** The part of the plan that is limited: an API's reference, with an operation after a space; empty for all. */
  appliesTo: string
  /** The calls counted in the current window; with a large limit, also calls that workers have only leased. */
  used: number
  /** When the window ends, in milliseconds since the epoch; undefined for an unlimited limit. */
  endsAt: number | undefined
}

export interface PlanLimitQuery {
  /** The path of the catalog. */
  catalog: string
  subscribed: Parameters<typeof buildPlanKey>[1]
  application: string
}

/** Returns the usage of each limit. `find` reads the shared count of a key. */
export function readPlanLimits(
  { catalog, subscribed, application }: PlanLimitQuery,
  { find, now }: { find(key: string): Promise<number | undefined>; now: number },
): Promise<LimitUsage[]> {
  const name = buildPlanKey(catalog, subscribed)
  return Promise.all(
    listPlanLimits(subscribed.plan).map(async ({ limit, appliesTo }): Promise<LimitUsage> => {
      if (limit.calls === undefined) return { limit, appliesTo, used: 0, endsAt: undefined }
      const endsAt = findWindowEnd(limit.intervalSeconds, now)
      const key = buildCountKey(buildLimitCountKey(name, application, { limit, appliesTo }), endsAt)
      return { limit, appliesTo, used: (await find(key)) ?? 0, endsAt }
    }),
  )
}
