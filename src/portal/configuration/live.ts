/** Handler for the live page: the counters of all workers and the limits in use. */
import type { ResourceHandler } from '../context/portal-context.ts'
import type { LiveView } from '../rest/index.ts'

/** Each subscription costs a few reads of counters: catalogs with more applications show these only. */
const maxSubscriptions = 100
const maxShownLimits = 20

export const showLive: ResourceHandler<'GET /configuration/live'> = async ({ deps }) => ({
  at: new Date(deps.clock()).toISOString(),
  ...(await deps.readLiveCounters()),
  limits: await readLimits(deps),
})

async function readLimits({
  catalog,
  usage,
}: Parameters<typeof showLive>[0]['deps']): Promise<LiveView['limits']> {
  const subscriptions = catalog.applications
    .flatMap((application) =>
      application.subscriptions
        .filter(({ state }) => state === 'enabled')
        .map(({ product, plan }) => ({ application, product, plan })),
    )
    .slice(0, maxSubscriptions)
  const limits = await Promise.all(
    subscriptions.map(async ({ application, product, plan }) =>
      (await usage.readLimits(application, product, plan)).map((limit) => ({
        ...{ application: application.name, product, plan, limit },
      })),
    ),
  )
  return limits
    .flat()
    .filter(({ limit }) => limit.used > 0 && limit.left !== null)
    .sort((a, b) => shareOf(b.limit) - shareOf(a.limit))
    .slice(0, maxShownLimits)
}

function shareOf({ used, left }: LiveView['limits'][number]['limit']): number {
  return used / Math.max(1, used + (left ?? 0))
}
