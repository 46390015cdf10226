/** Clients that put messages without a pause over the nodes that a load balancer names, and repeat puts that fail. */
import { setTimeout as delay } from 'node:timers/promises'
import { putMessage } from './node-pair.ts'
import type { Target } from './steady-load.ts'

export interface SteadyPuts {
  /** The bodies of acknowledged messages. */
  acknowledged: Set<string>
  /** Every attempt that failed; the client has repeated it. */
  failures: readonly string[]
  /** The longest time in which no put was acknowledged, in milliseconds. */
  longestPauseMs(): number
  stop(): Promise<void>
}

const repeatAfterMs = 50

/** Starts the clients. */
export function startPuts(targets: readonly Target[], lanes: number): SteadyPuts {
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const startedAt = performance.now()
  let lastAt = startedAt
  let longestPauseMs = 0
  let isRunning = true
  const running = Array.from({ length: lanes }, (_, lane) => runLane(lane))
  return {
    acknowledged,
    failures,
    longestPauseMs: () => longestPauseMs,
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }

  async function runLane(lane: number): Promise<void> {
    let attempt = lane
    for (let count = 0; isRunning; count += 1) {
      const body = `${lane}-${count}`
      while (isRunning && !(await putOnce(body, attempt))) {
        attempt += 1
        await delay(repeatAfterMs)
      }
      attempt += 1
    }
  }

  async function putOnce(body: string, attempt: number): Promise<boolean> {
    const ready = targets.filter(({ isReady }) => isReady)
    const target = ready[attempt % ready.length]
    if (!target) return false
    const status = await putMessage(target, body).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
    if (status !== 201) {
      failures.push(`${status}`)
      return false
    }
    acknowledged.add(body)
    longestPauseMs = Math.max(longestPauseMs, performance.now() - lastAt)
    lastAt = performance.now()
    return true
  }
}
