/**
 * Asks an upstream at intervals whether it is well.
 */
import type { OpenDispatcher } from './upstreams.ts'

export interface HealthSettings {
  path: string
  intervalMs: number
  timeoutMs: number
  /** Answers in a row that change the verdict. */
  healthyAfter: number
  unhealthyAfter: number
}

export interface Health {
  readonly isHealthy: boolean
  close(): void
}

/** Starts asking. An upstream counts as well until it has shown otherwise. */
export function watchHealth(
  open: OpenDispatcher,
  settings: HealthSettings,
  onChange: (isHealthy: boolean) => void,
): Health {
  let isHealthy = true
  let against = 0

  async function ask(): Promise<void> {
    const isWell = await answersWell(open, settings)
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
async function answersWell(open: OpenDispatcher, { path, timeoutMs }: HealthSettings): Promise<boolean> {
  try {
    const answer = await open().request({ path, method: 'GET', signal: AbortSignal.timeout(timeoutMs) })
    await answer.body.dump()
    return answer.statusCode < 400
  } catch {
    return false
  }
}
