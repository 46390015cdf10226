/**
 * The settings of `invoke` that API Connect does not have: several targets, health checks, circuit breaker and
 * retries. Times are in seconds.
 */
import type { TlsProfile } from '../../../config/types/index.ts'
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import { buildAllParts, DocumentError, locateWithin, type ValueLocation } from '../../errors/document-error.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { compileTargetUrl, type TargetUrl } from '../../templates/target-url.ts'
import { ExchangeClock, type ExchangeTimeouts } from '../../upstream/exchange-timeout.ts'
import { buildSingleUpstream, openUpstream, type Upstream, type UpstreamOrigin } from '../../upstream/upstream.ts'
import type { UpstreamHttpVersion } from '../../upstream/upstream-connections.ts'

const seconds = (value: number) => Type.Number({ exclusiveMinimum: 0, maximum: 3_600, default: value })

const optionalSeconds = Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400 }))

export const upstreamSettingSchemas = {
  timeouts: Type.Optional(
    Type.Object(
      {
        connect: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 600 })),
        head: optionalSeconds,
        idle: optionalSeconds,
        total: optionalSeconds,
        'min-rate': Type.Integer({ minimum: 0, default: 0, description: 'Bytes of the response body per second' }),
      },
      { additionalProperties: false },
    ),
  ),
  targets: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description: 'Origins that can replace each other, instead of the origin of target-url',
    }),
  ),
  balance: Type.Enum(['round-robin', 'least-connections'], { default: 'round-robin' }),
  'health-check': Type.Optional(
    Type.Object(
      {
        path: Type.String({ pattern: '^/' }),
        interval: seconds(5),
        timeout: seconds(2),
        'healthy-after': Type.Integer({ minimum: 1, default: 1 }),
        'unhealthy-after': Type.Integer({ minimum: 1, default: 2 }),
      },
      { additionalProperties: false },
    ),
  ),
  'circuit-breaker': Type.Optional(
    Type.Object(
      {
        failures: Type.Integer({ minimum: 1, default: 5, description: 'In a row' }),
        open: seconds(10),
        statuses: Type.Array(Type.Integer({ minimum: 400, maximum: 599 }), {
          default: [502, 503, 504],
          description: 'Response statuses that count as failures, in addition to failed connections',
        }),
      },
      { additionalProperties: false },
    ),
  ),
  'retry-share': Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'The share of requests with a safe method that may be sent again when there was no response',
  }),
}

const members = Type.Object(upstreamSettingSchemas)
export type InvokeUpstreamSettings = Static<typeof members>

/** Returns the upstream of an `invoke`. Throws a `GatewayBuildError` for targets that are not origins. */
export function buildUpstream(
  settings: InvokeUpstreamSettings & { 'http-version': UpstreamHttpVersion },
  target: Pick<TargetUrl, 'origin'>,
  profile: TlsProfile | undefined,
  context: PolicyContext,
): Upstream {
  const { connections, deps } = context
  const { targets } = settings
  const origins = targets
    ? buildAllParts<string[]>(
        ...targets.map(
          (text, index) => () => originOf(text, locateWithin(context.location, 'targets', index), context),
        ),
      )
    : [target.origin]
  const connectMs = settings.timeouts?.connect && settings.timeouts.connect * 1_000
  const known = origins.map(
    (url): UpstreamOrigin => ({ url, connect: connections.find(url, profile, settings['http-version'], connectMs) }),
  )
  const health = settings['health-check']
  const breaker = settings['circuit-breaker']
  const [only] = known
  if (only && known.length === 1 && !health && !breaker && settings['retry-share'] === 0)
    return buildSingleUpstream(only, deps)

  return openUpstream(
    known,
    {
      balance: settings.balance,
      retryShare: settings['retry-share'],
      breaker: breaker && {
        failures: breaker.failures,
        openMs: breaker.open * 1_000,
        statuses: new Set(breaker.statuses),
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
      onClose: connections.onClose,
      onHealthChange: (upstream, isHealthy) =>
        deps.log.warn({ upstream, isHealthy }, isHealthy ? 'an upstream is healthy again' : 'an upstream is unhealthy'),
    },
  )
}

/** Returns the timeouts of an `invoke`. Head and idle timeout are `timeout` unless `timeouts` has others. */
export function buildTimeouts({
  timeout,
  timeouts: { head = timeout, idle = timeout, total, 'min-rate': minRate = 0 } = { 'min-rate': 0 },
}: Pick<InvokeUpstreamSettings, 'timeouts'> & { timeout: number }): ExchangeTimeouts {
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
