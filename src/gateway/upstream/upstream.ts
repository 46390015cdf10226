/** The upstream of an `invoke`: one origin, or several that can replace each other. */

import type { ConnectionPool } from '../../http/client/index.ts'
import {
  countTargetFailure,
  type TargetCounts,
  type TargetCountTable,
  type TargetMonitor,
} from '../../telemetry/calls/index.ts'
import { CircuitBreaker, type CircuitBreakerSettings } from './circuit-breaker.ts'
import { type HealthCheck, type HealthCheckSettings, startHealthCheck } from './health-check.ts'
import { RetryBudget } from './retry-budget.ts'
import type { GetConnections } from './upstream-connections.ts'

/** The use of an origin by one request. */
export interface UpstreamLease {
  connections: ConnectionPool
  /**
   * Reports once that the request has ended. `status` is that of the response, if there was one; `failure` is the
   * reason when the origin failed. Both are undefined when the call ended for another reason.
   */
  release(status: number | undefined, failure: string | undefined): void
}

export interface Upstream {
  /** Returns an origin for the next request; undefined when none is available. */
  acquire(): UpstreamLease | undefined
  /** Returns whether a request without a response may be sent again. */
  mayRetry(): boolean
}

export interface UpstreamSettings {
  balance: 'round-robin' | 'least-connections'
  breaker: CircuitBreakerSettings | undefined
  health: HealthCheckSettings | undefined
  /** The share of requests that may be retried. */
  retryShare: number
}

export interface UpstreamOrigin {
  url: string
  connect: GetConnections
}

class Member implements TargetMonitor {
  readonly origin: UpstreamOrigin
  readonly tally: TargetCounts
  readonly breaker: CircuitBreaker | undefined
  health: HealthCheck | undefined
  active = 0

  constructor(origin: UpstreamOrigin, tally: TargetCounts, breaker: CircuitBreaker | undefined) {
    this.origin = origin
    this.tally = tally
    this.breaker = breaker
  }

  get isOpen(): boolean | undefined {
    return this.breaker?.isOpen
  }

  get isHealthy(): boolean | undefined {
    return this.health?.isHealthy
  }
}

export interface UpstreamDeps {
  now(): number
  onClose(close: () => void): void
  onHealthChange(url: string, isHealthy: boolean): void
  targetCounts: TargetCountTable
}

/** Returns an upstream with a single origin, without health check and circuit breaker. */
export function buildSingleUpstream(
  { url, connect }: UpstreamOrigin,
  { targetCounts }: Pick<UpstreamDeps, 'targetCounts'>,
): Upstream {
  const tally = targetCounts.find(url)
  let lease: UpstreamLease | undefined
  return {
    acquire() {
      lease ??= {
        connections: connect(),
        release: (status, failure) => countTargetFailure(tally, status, failure),
      }
      tally.requests += 1
      return lease
    },
    mayRetry: () => false,
  }
}

export function openUpstream(
  origins: readonly UpstreamOrigin[],
  settings: UpstreamSettings,
  deps: UpstreamDeps,
): Upstream {
  const { breaker, health, balance, retryShare } = settings
  const members = origins.map((origin) => {
    const member = new Member(
      origin,
      deps.targetCounts.find(origin.url),
      breaker && new CircuitBreaker(breaker),
    )
    watch(member, health, deps)
    return member
  })
  const budget = new RetryBudget(retryShare)
  const choose = balance === 'round-robin' ? inTurn() : leastBusy

  return {
    acquire() {
      const now = deps.now()
      const able = members.filter(({ breaker }) => breaker?.allows(now) ?? true)
      const well = able.filter(({ health }) => health?.isHealthy ?? true)
      const member = choose(well.length > 0 ? well : able) // when no target is healthy, the health check itself may be wrong
      if (!member) return undefined
      budget.earn()
      return begin(member, deps)
    },
    mayRetry: () => budget.spend(),
  }
}

/** Starts the health check of a target and exposes its state to metrics, until the upstreams close. */
function watch(
  member: Member,
  health: HealthCheckSettings | undefined,
  { onClose, onHealthChange }: UpstreamDeps,
): void {
  const { origin, tally } = member
  if (health)
    member.health = startHealthCheck(origin.connect, health, (isHealthy) =>
      onHealthChange(origin.url, isHealthy),
    )
  tally.monitors.add(member)
  onClose(() => {
    member.health?.close()
    tally.monitors.delete(member)
  })
}

function begin(member: Member, { now }: UpstreamDeps): UpstreamLease {
  const { breaker, tally } = member
  const connections = member.origin.connect()
  member.active += 1
  tally.requests += 1
  breaker?.begin()
  return {
    connections,
    release(status, failure) {
      member.active -= 1
      countTargetFailure(tally, status, failure)
      breaker?.end(breaker.judgeExchange(status, failure !== undefined), now())
    },
  }
}

type Choose = (members: readonly Member[]) => Member | undefined

function inTurn(): Choose {
  let turn = 0
  return (members) => {
    turn += 1
    return members[turn % members.length]
  }
}

function leastBusy(members: readonly Member[]): Member | undefined {
  let best: Member | undefined
  for (const member of members) if (!best || member.active < best.active) best = member
  return best
}
