/** Checks the health of an upstream at intervals. */
import { fetchWholeResponse } from '../../http/client/index.ts'
import type { GetConnections } from './upstream-connections.ts'

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

export interface HealthCheck {
  readonly isHealthy: boolean
  close(): void
}

/**
 * Starts the checks. The upstream counts as healthy until checks fail. `onChange` is called when the state
 * changes.
 */
export function startHealthCheck(
  connect: GetConnections,
  settings: HealthCheckSettings,
  onChange: (isHealthy: boolean) => void,
): HealthCheck {
  let isHealthy = true
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
    const response = await fetchWholeResponse(
      connect(),
      { method: 'GET', path, headers: [] },
      { timeoutMs, maxBodyBytes: maxResponseBytes },
    )
    return response.status < 400
  } catch {
    return false
  }
}
