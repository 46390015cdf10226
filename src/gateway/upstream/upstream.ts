/**
 * What an `invoke` calls: one origin or several that can stand in for each other.
 */

import type { Connections } from '../../http/client/index.ts'
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

/** One call to one origin. */
export interface UpstreamLease {
  connections: Connections
  /**
   * Said once, when the exchange is over: the status of the response, if there was one, and the reason when the origin
   * failed beside it. Neither is given when the exchange was given up for another reason.
   */
  release(status: number | undefined, failure: string | undefined): void
}

export interface Upstream {
  /** An origin for the next call, or undefined when all of them are better left alone. */
  acquire(): UpstreamLease | undefined
  /** Whether a call that had no answer may be sent again. */
  mayRetry(): boolean
}

export interface UpstreamSettings {
  balance: 'round-robin' | 'least-connections'
  breaker: CircuitBreakerSettings | undefined
  health: HealthCheckSettings | undefined
  /** Share of the calls that may be sent again. */
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

/** A single origin that nothing watches over: there is nothing to choose. */
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
      const member = choose(well.length > 0 ? well : able) // when none is well, the check may be what is wrong
      if (!member) return undefined
      budget.earn()
      return begin(member, deps)
    },
    mayRetry: () => budget.spend(),
  }
}

/** Until the upstreams close. */
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
