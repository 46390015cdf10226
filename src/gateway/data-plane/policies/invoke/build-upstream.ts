/** Builds the upstream of an `invoke` from its settings, with its timeouts, its mirror and its limits of WebSockets. */
import { renderLocation, type TlsProfile } from '../../../config/types/index.ts'
import { buildAllParts, DocumentError, locateWithin, type ValueLocation } from '../../errors/document-error.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { compileTargetUrl, type TargetUrl } from '../../templates/target-url.ts'
import type { HashKey } from '../../upstream/choose-target.ts'
import { ExchangeClock, type ExchangeTimeouts } from '../../upstream/exchange-timeout.ts'
import { buildMirror, type CopyRequest } from '../../upstream/mirror.ts'
import { buildSingleUpstream, openUpstream, type Upstream, type UpstreamOrigin } from '../../upstream/upstream.ts'
import type { WebSocketLimits } from '../../upstream/websocket-limits.ts'
import type { InvokeSettings } from './settings.ts'
import type { TargetSettings } from './upstream-settings.ts'

/** Returns the upstream of an `invoke`. Throws a `GatewayBuildError` for targets that are not origins. */
export function buildUpstream(
  settings: InvokeSettings,
  target: Pick<TargetUrl, 'origin'>,
  profile: TlsProfile | undefined,
  context: PolicyContext,
): Upstream {
  const { connections, deps, catalog, location } = context
  const known = listOrigins(settings, target.origin, profile, context)
  const { 'health-check': health, 'circuit-breaker': breaker } = settings
  const [only] = known
  if (only && known.length === 1 && !health && !breaker && settings['retry-share'] === 0)
    return buildSingleUpstream(only, deps)

  return openUpstream(
    known,
    {
      balance: settings.balance === 'least-requests' ? 'least-connections' : settings.balance,
      hashKey: parseHashKey(settings['hash-by']),
      maxEjected: breaker?.['max-ejected'] ?? 1,
      retryShare: settings['retry-share'],
      breaker: breaker && {
        failures: breaker.failures,
        openMs: breaker.open * 1_000,
        statuses: new Set(breaker.statuses),
        rate: breaker['failure-rate'] && {
          share: breaker['failure-rate'].share,
          minRequests: breaker['failure-rate'].requests,
          windowMs: breaker['failure-rate'].window * 1_000,
        },
      },
      health: health && {
        path: health.path,
        intervalMs: health.interval * 1_000,
        timeoutMs: health.timeout * 1_000,
        healthyAfter: health['healthy-after'],
        unhealthyAfter: health['unhealthy-after'],
      },
    },
    {
      now: deps.clock,
      targetCounts: deps.targetCounts,
      lasting: context.lasting,
      key: `${catalog.path} ${renderLocation(location)} ${JSON.stringify([health, breaker])}`,
      onClose: connections.onClose,
      onHealthChange: (upstream, isHealthy) =>
        deps.log.warn({ upstream, isHealthy }, isHealthy ? 'an upstream is healthy again' : 'an upstream is unhealthy'),
    },
  )
}

/** How long both sides of a WebSocket may send nothing, without `websocket.idle`. */
const defaultIdleSeconds = 3_600

export function buildWebSocketLimits({ websocket }: Pick<InvokeSettings, 'websocket'>): WebSocketLimits {
  return {
    idleMs: (websocket?.idle ?? defaultIdleSeconds) * 1_000,
    maxFrameBytes: websocket?.['max-frame'] ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns the function that copies requests to the mirror; undefined without one. Throws as `buildUpstream` does. */
export function buildMirrorOf(
  { mirror }: Pick<InvokeSettings, 'mirror'>,
  profile: TlsProfile | undefined,
  context: PolicyContext,
): CopyRequest | undefined {
  if (!mirror) return undefined
  const url = originOf(mirror.url, locateWithin(context.location, 'mirror', 'url'), context)
  const counts = context.deps.targetCounts.find(url)
  const { find, onClose } = context.connections
  return buildMirror({ connect: find(url, profile), counts, share: mirror.share, onClose })
}

function buildMatch({ header, applications }: TargetSettings): UpstreamOrigin['matches'] {
  if (!header && !applications) return undefined
  const name = header?.name.toLowerCase() ?? ''
  const names = new Set(applications)
  return ({ request, caller }) => {
    if (applications && names.has(caller.client?.application.name ?? '')) return true
    const value = header && request.headers[name]
    return value !== undefined && (header?.value === undefined || value === header.value)
  }
}

function parseHashKey(text: string): HashKey {
  if (text === 'client' || text === 'address') return text
  return { header: text.slice('header:'.length).toLowerCase() }
}

function listOrigins(
  settings: InvokeSettings,
  ownOrigin: string,
  profile: TlsProfile | undefined,
  context: PolicyContext,
): UpstreamOrigin[] {
  const { targets } = settings
  const origins = targets
    ? buildAllParts<Omit<UpstreamOrigin, 'connect'>[]>(
        ...targets.map((each, index) => () => {
          const location = locateWithin(context.location, 'targets', index)
          if (typeof each === 'string') return { url: originOf(each, location, context), weight: 1 }
          const url = originOf(each.url, locateWithin(location, 'url'), context)
          return { url, weight: each.weight ?? 1, matches: buildMatch(each) }
        }),
      )
    : [{ url: ownOrigin, weight: 1 }]
  const connectMs = settings.timeouts?.connect && settings.timeouts.connect * 1_000
  const connect = (url: string) => context.connections.find(url, profile, settings['http-version'], connectMs)
  const known = origins.map((origin): UpstreamOrigin => ({ ...origin, connect: connect(origin.url) }))
  if (known.every(({ weight, matches }) => weight === 0 || matches))
    throw new DocumentError(
      locateWithin(context.location, 'targets'),
      'there must be a target for all other calls: one without header and applications, with a weight above 0',
    )
  return known
}

/** Returns the timeouts of an `invoke`. Head and idle timeout are `timeout` unless `timeouts` has others. */
export function buildTimeouts({
  timeout,
  timeouts: { head = timeout, idle = timeout, total, 'min-rate': minRate = 0 } = { 'min-rate': 0 },
}: Pick<InvokeSettings, 'timeouts' | 'timeout'>): ExchangeTimeouts {
  const headClock = new ExchangeClock(head * 1_000)
  return {
    head: headClock,
    idle: idle === head ? headClock : new ExchangeClock(idle * 1_000),
    minBytes: minRate * idle,
    totalMs: total && total * 1_000,
  }
}

function originOf(text: string, location: ValueLocation, { scope }: PolicyContext): string {
  const { origin, fixedPath } = compileTargetUrl(text, scope, location)
  if (fixedPath !== '/') throw new DocumentError(location, `targets must be origins without a path - found "${text}"`)
  return origin
}
