/** The upstream of an `invoke`: one origin, or several that can replace each other. */
import type { ConnectionPool } from '../../../shared/http/client/index.ts'
import {
  countTargetFailure,
  type TargetCounts,
  type TargetCountTable,
  type TargetMonitor,
} from '../../telemetry/calls/index.ts'
import type { Call } from '../call/call.ts'
import {
  type Balance,
  buildChooser,
  type HashKey,
  type HealthCheckSettings,
  startHealthCheck,
} from './choose-target.ts'
import { CircuitBreaker, type CircuitBreakerSettings } from './circuit-breaker.ts'
import { findLasting, type LastingState } from './lasting-state.ts'
import { RetryBudget } from './retry-budget.ts'
import type { GetConnections } from './upstream-connections.ts'

/** The use of an origin by one request. */
export interface UpstreamLease {
  connections: ConnectionPool
  /** The URL of the origin. */
  target: string
  /** Reports the end of the request, once: `status` of a response, `failure` of the origin, or neither. */
  release(status: number | undefined, failure: string | undefined): void
}

export interface Upstream {
  /** Returns an origin for the request of a call; undefined when none is available. */
  acquire(call?: Call): UpstreamLease | undefined
  /** Returns how a target of a call is chosen, for explanations. */
  describeChoice(call: Call): string
  /** Returns whether a request without a response may be sent again. */
  mayRetry(): boolean
}

export interface UpstreamSettings {
  balance: Balance
  /** What decides with the balance `hash`. */
  hashKey: HashKey
  /** The share of the targets, from 0 to 1, that circuit breakers may take out of use at the same time. */
  maxEjected: number
  breaker: CircuitBreakerSettings | undefined
  health: HealthCheckSettings | undefined
  /** The share of requests that may be retried. */
  retryShare: number
}

export interface UpstreamOrigin {
  url: string
  /** The share of requests beside the other targets; 0: only those that match. */
  weight: number
  /** Returns whether the target is for a call; undefined for a target that is for all calls. */
  matches?: ((call: Call) => boolean) | undefined
  connect: GetConnections
}

interface Target extends TargetMonitor {
  origin: UpstreamOrigin
  counts: TargetCounts
  breaker: CircuitBreaker | undefined
  active: number
}

export interface UpstreamDeps {
  now(): number
  onClose(close: () => void): void
  onHealthChange(url: string, isHealthy: boolean): void
  targetCounts: TargetCountTable
  lasting: LastingState
  /** The name of the upstream: its place and its settings. Later revisions of the documents find its state by it. */
  key: string
}

/** Returns an upstream with a single origin, without health check and circuit breaker. */
export function buildSingleUpstream(
  { url, connect }: Pick<UpstreamOrigin, 'url' | 'connect'>,
  { targetCounts }: Pick<UpstreamDeps, 'targetCounts'>,
): Upstream {
  const counts = targetCounts.find(url)
  const release: UpstreamLease['release'] = (status, failure) => countTargetFailure(counts, status, failure)
  let lease: UpstreamLease | undefined
  return {
    acquire() {
      lease ??= { connections: connect(), target: url, release }
      counts.requests += 1
      return lease
    },
    mayRetry: () => false,
    describeChoice: () => 'the only target',
  }
}

export function openUpstream(
  origins: readonly UpstreamOrigin[],
  settings: UpstreamSettings,
  deps: UpstreamDeps,
): Upstream {
  const { balance, retryShare } = settings
  const targets = origins.map((origin, index) => openTarget(origin, settings, { ...deps, key: `${deps.key} ${index}` }))
  const budget = new RetryBudget(retryShare)
  const choose = buildChooser(balance, settings.hashKey, targets)
  const special = targets.filter(({ origin }) => origin.matches)
  const general = targets.filter(({ origin }) => !origin.matches)
  const minAllowed = Math.ceil(targets.length * (1 - settings.maxEjected))

  /** Returns the targets of the group that may get a request; of the others, when no target is healthy. */
  function findAvailable(group: readonly Target[], now: number): readonly Target[] {
    const closed = group.filter(({ breaker }) => breaker?.allows(now) ?? true)
    const allowed = closed.length < Math.min(minAllowed, group.length) ? group : closed
    const healthy = allowed.filter(({ isHealthy }) => isHealthy ?? true)
    return healthy.length > 0 ? healthy : allowed // when no target is healthy, the health check itself may be wrong
  }

  return {
    acquire(call) {
      const now = deps.now()
      const matching = call && special.length > 0 ? special.filter(({ origin }) => origin.matches?.(call)) : special
      const target =
        (call && matching.length > 0 ? choose(findAvailable(matching, now), call) : undefined) ??
        choose(findAvailable(general, now), call)
      if (!target) return undefined
      budget.earn()
      return begin(target, deps)
    },
    mayRetry: () => budget.spend(),
    describeChoice(call) {
      const matching = special.filter(({ origin }) => origin.matches?.(call))
      const group = matching.length > 0 ? matching : general
      const available = findAvailable(group, deps.now()).length
      const condition = matching.length > 0 ? ' whose conditions the call meets' : ''
      return `${balance} among ${available} available of ${group.length} targets${condition}`
    },
  }
}

/**
 * Returns a target, whose health is checked and whose state is in the metrics until background work stops. It goes on
 * from its state in the revision in use: a change of other documents sends no calls to a target that is down.
 */
function openTarget(
  origin: UpstreamOrigin,
  { breaker: rules, health: checks }: Pick<UpstreamSettings, 'breaker' | 'health'>,
  { targetCounts, lasting, key, onClose, onHealthChange }: UpstreamDeps,
): Target {
  const { url, connect } = origin
  const counts = targetCounts.find(url)
  const breaker = rules && findLasting(lasting, 'breaker', [url, key], () => new CircuitBreaker(rules))
  const before = [...counts.monitors].findLast((each) => each.key === key)
  const onChange = (isHealthy: boolean) => onHealthChange(url, isHealthy)
  const health = checks && startHealthCheck(connect, checks, onChange, before?.isHealthy)
  const target: Target = {
    key,
    origin,
    counts,
    breaker,
    active: 0,
    get isOpen() {
      return breaker?.isOpen
    },
    get isHealthy() {
      return health?.isHealthy
    },
  }
  counts.monitors.add(target)
  onClose(() => {
    health?.close()
    counts.monitors.delete(target)
  })
  return target
}

function begin(target: Target, { now }: UpstreamDeps): UpstreamLease {
  const { breaker, counts } = target
  const connections = target.origin.connect()
  target.active += 1
  counts.requests += 1
  const begun = breaker?.begin() ?? 0
  return {
    connections,
    target: target.origin.url,
    release(status, failure) {
      target.active -= 1
      countTargetFailure(counts, status, failure)
      breaker?.end(breaker.judgeExchange(status, failure !== undefined), begun, now())
    },
  }
}
