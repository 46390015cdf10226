/** The usage of an application, as the portal shows it to its developer. */
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { CounterStore, StateStore } from '../../../../shared/storage/index.ts'
import { type Catalog, findProduct, findSubscription } from '../../../config/types/index.ts'
import { readPlanLimits } from '../../../data-plane/index.ts'
import { type DailyUsage, readDailyUsage, readHourlyUsage, readMinuteUsage } from '../../../telemetry/usage/index.ts'
import { buildLimitView, type UsageReader } from '../index.ts'

export function openApplicationUsage(
  { path, products }: Catalog,
  { store, counters, clock }: { store: StateStore; counters: CounterStore; clock: Clock },
): UsageReader {
  return {
    readHours: ({ name }, since) =>
      readHourlyUsage(store, { catalog: path.slice(1), application: name }, { since, now: clock() }),

    readMinutes: ({ name }, times) => readMinuteUsage(store, { catalog: path.slice(1), application: name }, times),

    async readDays({ name }, sinceDay) {
      const rows = await readDailyUsage(store, sinceDay)
      const isOwn = (each: DailyUsage) => each.catalog === path.slice(1) && each.application === name
      return rows.filter(isOwn).map(({ catalog: _, application: __, ...row }) => row)
    },

    async readLimits(application, wanted, planName) {
      const product = findProduct(products, wanted)
      const plan = product?.plans.get(planName)
      if (!product || !plan) return []

      const find = async (key: string) => (await counters.find('limit', key))?.value as number | undefined
      const present = findSubscription(application, wanted, { products })
      const subscribed = present?.plan === planName ? { product, plan, subscription: present } : { product, plan }
      const query = { catalog: path, subscribed, application: application.name }
      const counts = await readPlanLimits(query, { find, now: clock() })
      return counts.map(({ limit, appliesTo, used, endsAt }) => ({
        ...buildLimitView(limit, appliesTo),
        used,
        left: limit.calls === undefined ? null : Math.max(0, limit.calls - used),
        resetsAt: endsAt === undefined ? undefined : new Date(endsAt).toISOString(),
      }))
    },
  }
}
