/** Chooses the target of a request: in turn, the least busy one, or always the same one for the same caller. Targets are healthy as their checks find. */
import { createHash } from 'node:crypto'
import { fetchWholeResponse } from '../../../shared/http/client/index.ts'
import type { Call } from '../call/call.ts'
import type { GetConnections } from './upstream-connections.ts'

export interface WeightedTarget {
  origin: { url: string; weight: number }
  /** The number of requests in flight. */
  active: number
}

/** What of a call decides with the balance `hash`. */
export type HashKey = 'client' | 'address' | { header: string }
export type Balance = 'round-robin' | 'least-connections' | 'hash'

/** Returns a target of those that are available; undefined when there is none with a weight. */
export type ChooseTarget<T extends WeightedTarget> = (targets: readonly T[], call: Call | undefined) => T | undefined

export function buildChooser<T extends WeightedTarget>(
  balance: Balance,
  hashKey: HashKey,
  all: readonly T[],
): ChooseTarget<T> {
  if (balance === 'hash') return (targets, call) => chooseByHash(targets, readHashKey(hashKey, call))
  if (balance === 'least-connections') return chooseLeastBusy
  return all.every(({ origin }) => origin.weight === 1) ? chooseInTurn() : chooseByShare()
}

function chooseInTurn<T>(): (targets: readonly T[]) => T | undefined {
  let index = 0
  return (targets) => {
    index += 1
    return targets[index % targets.length]
  }
}

/** Smooth weighted round robin: each target gains its weight, and the one with the most is chosen and pays for all. */
function chooseByShare<T extends WeightedTarget>(): ChooseTarget<T> {
  const credits = new Map<T, number>()
  return (targets) => {
    let total = 0
    let best: T | undefined
    let most = 0
    for (const target of targets) {
      const { weight } = target.origin
      if (weight === 0) continue
      const credit = (credits.get(target) ?? 0) + weight
      credits.set(target, credit)
      total += weight
      if (best && credit <= most) continue
      best = target
      most = credit
    }
    if (best) credits.set(best, most - total)
    return best
  }
}

function chooseLeastBusy<T extends WeightedTarget>(targets: readonly T[]): T | undefined {
  let best: T | undefined
  for (const target of targets) {
    if (target.origin.weight === 0) continue
    if (!best || target.active / target.origin.weight < best.active / best.origin.weight) best = target
  }
  return best
}

/** Rendezvous hashing with weights (Schindelhauer, Schomaker 2005): a target's end moves only its callers. */
function chooseByHash<T extends WeightedTarget>(targets: readonly T[], key: string): T | undefined {
  let best: T | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const target of targets) {
    const { url, weight } = target.origin
    if (weight === 0) continue
    const number = createHash('sha256').update(`${url} ${key}`).digest().readUInt32BE()
    const score = -weight / Math.log((number + 0.5) / 2 ** 32)
    if (score <= highest) continue
    best = target
    highest = score
  }
  return best
}

function readHashKey(key: HashKey, call: Call | undefined): string {
  if (!call) return ''
  if (key === 'client') return call.caller.client?.clientId ?? call.remoteAddress ?? ''
  if (key === 'address') return call.remoteAddress ?? ''
  return String(call.request.headers[key.header] ?? '')
}

export interface HealthCheckSettings {
  path: string
  intervalMs: number
  timeoutMs: number
  /** The number of responses in a row that change the state. */
  healthyAfter: number
  unhealthyAfter: number
}

/** The maximum size of a response in bytes; a larger one counts as unhealthy. */
const maxResponseBytes = 1024 * 1024

/** Starts the checks. `isHealthy` is the state until checks change it. `onChange` is called when the state changes. */
export function startHealthCheck(
  connect: GetConnections,
  settings: HealthCheckSettings,
  onChange: (isHealthy: boolean) => void,
  isHealthy = true,
) {
  let contrary = 0

  async function check(): Promise<void> {
    const isPassing = await isReachable(connect, settings)
    contrary = isPassing === isHealthy ? 0 : contrary + 1
    if (contrary < (isHealthy ? settings.unhealthyAfter : settings.healthyAfter)) return
    isHealthy = isPassing
    contrary = 0
    onChange(isHealthy)
  }

  const timer = setInterval(() => void check(), settings.intervalMs).unref()
  return {
    get isHealthy() {
      return isHealthy
    },
    close: () => clearInterval(timer),
  }
}

/** Returns true for any status below 400. */
async function isReachable(connect: GetConnections, { path, timeoutMs }: HealthCheckSettings): Promise<boolean> {
  try {
    const limits = { timeoutMs, maxBodyBytes: maxResponseBytes }
    const { status } = await fetchWholeResponse(connect(), { method: 'GET', path, headers: [] }, limits)
    return status < 400
  } catch {
    return false
  }
}
