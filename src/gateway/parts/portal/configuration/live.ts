/** Handler for the live page: the counters of all workers and the limits in use. */
import { setTimeout } from 'node:timers/promises'
import type { ResourceHandler } from '../context/portal-context.ts'
import type { LiveView } from '../rest/index.ts'

/** Each subscription costs a few reads of counters: catalogs with more applications show these only. */
const maxSubscriptions = 100
const maxShownLimits = 20

/** The time between the two readings of the first response. */
const firstIntervalMs = 500

export const showLive: ResourceHandler<'GET /configuration/live'> = async ({ deps, query, signal }) => {
  const earlier = query.get('earlier') === 'true' ? await readEarlier(deps, signal) : undefined
  return {
    at: new Date(deps.clock()).toISOString(),
    earlier,
    ...(await deps.readLiveCounters()),
    limits: await readLimits(deps),
  }
}

async function readEarlier(
  deps: Parameters<typeof showLive>[0]['deps'],
  signal: AbortSignal,
): Promise<LiveView['earlier']> {
  const at = new Date(deps.clock()).toISOString()
  const { apis, latency } = await deps.readLiveCounters()
  await setTimeout(firstIntervalMs, undefined, { signal }).catch(() => {}) // the client may be gone: the rest is cheap
  return { at, apis, latency }
}

async function readLimits({ catalog, usage }: Parameters<typeof showLive>[0]['deps']): Promise<LiveView['limits']> {
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
        application: application.name,
        product,
        plan,
        limit,
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
