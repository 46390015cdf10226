/**
 * What an `invoke` calls: one origin or several that can stand in for each other.
 */

import type { Connections } from '../../http/client/index.ts'
import { type BreakerSettings, CircuitBreaker } from './circuit-breaker.ts'
import { type Health, type HealthSettings, watchHealth } from './health-check.ts'
import { RetryBudget } from './retry-budget.ts'
import type { Connect } from './upstreams.ts'

/** One call to one origin. */
export interface Lease {
  connections: Connections
  /** Said once, when the exchange is over: whether the origin failed. */
  release(failed: boolean): void
}

export interface Upstream {
  /** An origin for the next call, or undefined when all of them are better left alone. */
  acquire(): Lease | undefined
  /** Whether a call that had no answer may be sent again. */
  mayRetry(): boolean
}

export interface UpstreamSettings {
  balance: 'round-robin' | 'least-connections'
  breaker: BreakerSettings | undefined
  health: HealthSettings | undefined
  /** Share of the calls that may be sent again. */
  retryShare: number
}

export interface Origin {
  url: string
  connect: Connect
}

interface Member {
  origin: Origin
  breaker: CircuitBreaker | undefined
  health: Health | undefined
  active: number
}

export interface UpstreamTools {
  now(): number
  onClose(close: () => void): void
  onHealth(url: string, isHealthy: boolean): void
}

/** A single origin that nothing watches over: nothing to choose and nothing to count. */
export function singleUpstream({ connect }: Origin): Upstream {
  let lease: Lease | undefined
  return {
    acquire() {
      lease ??= { connections: connect(), release() {} }
      return lease
    },
    mayRetry: () => false,
  }
}

export function openUpstream(
  origins: readonly Origin[],
  settings: UpstreamSettings,
  tools: UpstreamTools,
): Upstream {
  const { breaker, health, balance, retryShare } = settings
  const members: Member[] = origins.map((origin) => ({
    origin,
    breaker: breaker && new CircuitBreaker(breaker),
    health:
      health && watchHealth(origin.connect, health, (isHealthy) => tools.onHealth(origin.url, isHealthy)),
    active: 0,
  }))
  for (const { health } of members) if (health) tools.onClose(health.close)
  const budget = new RetryBudget(retryShare)
  const choose = balance === 'round-robin' ? inTurn() : leastBusy

  return {
    acquire() {
      const now = tools.now()
      const able = members.filter(({ breaker }) => breaker?.allows(now) ?? true)
      const well = able.filter(({ health }) => health?.isHealthy ?? true)
      const member = choose(well.length > 0 ? well : able) // when none is well, the check may be what is wrong
      if (!member) return undefined
      budget.earn()
      return begin(member, tools)
    },
    mayRetry: () => budget.spend(),
  }
}

function begin(member: Member, { now }: UpstreamTools): Lease {
  const connections = member.origin.connect()
  member.active += 1
  member.breaker?.begin()
  return {
    connections,
    release(failed) {
      member.active -= 1
      member.breaker?.end(failed, now())
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
