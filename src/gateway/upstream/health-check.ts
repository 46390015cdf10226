/**
 * Asks an upstream at intervals whether it is well.
 */
import { collect } from '../../http/client/index.ts'
import type { GetConnections } from './upstream-connections.ts'

export interface HealthCheckSettings {
  path: string
  intervalMs: number
  timeoutMs: number
  /** Answers in a row that change the verdict. */
  healthyAfter: number
  unhealthyAfter: number
}

/** Bytes of an answer; whoever sends more is not asked for its health. */
const longest = 1024 * 1024

export interface HealthCheck {
  readonly isHealthy: boolean
  close(): void
}

/** Starts asking. An upstream counts as well until it has shown otherwise. */
export function startHealthCheck(
  connect: GetConnections,
  settings: HealthCheckSettings,
  onChange: (isHealthy: boolean) => void,
): HealthCheck {
  let isHealthy = true
  let against = 0

  async function ask(): Promise<void> {
    const isWell = await answersWell(connect, settings)
    against = isWell === isHealthy ? 0 : against + 1
    if (against < (isHealthy ? settings.unhealthyAfter : settings.healthyAfter)) return
    isHealthy = isWell
    against = 0
    onChange(isHealthy)
  }

  const timer = setInterval(() => void ask(), settings.intervalMs).unref()
  return {
    get isHealthy() {
      return isHealthy
    },
    close: () => clearInterval(timer),
  }
}

/** Any answer below 400 is one of a healthy upstream. */
async function answersWell(
  connect: GetConnections,
  { path, timeoutMs }: HealthCheckSettings,
): Promise<boolean> {
  try {
    const answer = await collect(connect(), { method: 'GET', path, headers: [] }, { timeoutMs, longest })
    return answer.status < 400
  } catch {
    return false
  }
}
