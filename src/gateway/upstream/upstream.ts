/**
 * What an `invoke` calls: one origin or several that can stand in for each other.
 */

import type { Connections } from '../../http/client/index.ts'
import { type BreakerSettings, CircuitBreaker } from './circuit-breaker.ts'
import { type Health, type HealthSettings, watchHealth } from './health-check.ts'
import { RetryBudget } from './retry-budget.ts'
import { countFailure, type TargetTallies, type TargetTally, type TargetWatch } from './target-tallies.ts'
import type { Connect } from './upstreams.ts'

/** One call to one origin. */
export interface Lease {
  connections: Connections
  /**
   * Said once, when the exchange is over: the status of the response, if there was one, and the reason when the origin
   * failed beside it. Neither is given when the exchange was given up for another reason.
   */
  release(status: number | undefined, failure: string | undefined): void
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

class Member implements TargetWatch {
  readonly origin: Origin
  readonly tally: TargetTally
  readonly breaker: CircuitBreaker | undefined
  health: Health | undefined
  active = 0

  constructor(origin: Origin, tally: TargetTally, breaker: CircuitBreaker | undefined) {
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

export interface UpstreamTools {
  now(): number
  onClose(close: () => void): void
  onHealth(url: string, isHealthy: boolean): void
  targets: TargetTallies
}

/** A single origin that nothing watches over: there is nothing to choose. */
export function singleUpstream(
  { url, connect }: Origin,
  { targets }: Pick<UpstreamTools, 'targets'>,
): Upstream {
  const tally = targets.find(url)
  let lease: Lease | undefined
  return {
    acquire() {
      lease ??= { connections: connect(), release: (status, failure) => countFailure(tally, status, failure) }
      tally.requests += 1
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
  const members = origins.map((origin) => {
    const member = new Member(origin, tools.targets.find(origin.url), breaker && new CircuitBreaker(breaker))
    watch(member, health, tools)
    return member
  })
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

/** Until the upstreams close. */
function watch(
  member: Member,
  health: HealthSettings | undefined,
  { onClose, onHealth }: UpstreamTools,
): void {
  const { origin, tally } = member
  if (health)
    member.health = watchHealth(origin.connect, health, (isHealthy) => onHealth(origin.url, isHealthy))
  tally.watches.add(member)
  onClose(() => {
    member.health?.close()
    tally.watches.delete(member)
  })
}

function begin(member: Member, { now }: UpstreamTools): Lease {
  const { breaker, tally } = member
  const connections = member.origin.connect()
  member.active += 1
  tally.requests += 1
  breaker?.begin()
  return {
    connections,
    release(status, failure) {
      member.active -= 1
      countFailure(tally, status, failure)
      breaker?.end(breaker.outcomeOf(status, failure !== undefined), now())
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
