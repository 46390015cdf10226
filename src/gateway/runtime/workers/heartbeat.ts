/**
 * Detects a process that hangs: it is pinged in every interval, and hangs after too many intervals without a response.
 *
 * Intervals are counted instead of milliseconds, so that a pause of this process or of the machine does not count, and
 * neither does the time in which the other process gets no core.
 */

export interface HeartbeatOptions<Health> {
  /** Sends a ping; settles with the response. */
  ping(): Promise<Health>
  intervalMs: number
  /** Intervals without a response after which the process hangs; `maxMissedAtStart` before its first response. */
  maxMissed: number
  maxMissedAtStart: number
  /** Returns which part of the last interval counts, from 0 to 1. */
  countInterval(): number
  /** Called once, when the process hangs. */
  onHang(): void
}

export interface Heartbeat<Health> {
  /** False as soon as the process has not responded for two intervals. */
  isResponding(): boolean
  /** The last response. */
  health(): Health | undefined
  /** Asks for the state at once; settles when it is known, or when the process has ended. */
  refresh(): Promise<void>
  stop(): void
}

/** Two, so that an interval in which the process is busy does not count. */
const silentAfterMissed = 2

export function startHeartbeat<Health>(options: HeartbeatOptions<Health>): Heartbeat<Health> {
  const { ping, intervalMs, maxMissed: limit, maxMissedAtStart: startLimit, countInterval, onHang } = options
  let silent = 0
  let missed = 0
  let latest: { health: Health } | undefined
  let isWaiting = false
  const refresh = () => ping().then(responded, () => {}) // a process that has ended is reported elsewhere
  const timer = setInterval(beat, intervalMs).unref()
  beat()

  return {
    isResponding: () => silent < silentAfterMissed,
    health: () => latest?.health,
    refresh,
    stop: () => clearInterval(timer),
  }

  function beat(): void {
    const counted = countInterval()
    if (!isWaiting) {
      isWaiting = true
      void refresh()
      return
    }
    silent += 1
    missed += counted
    if (missed < (latest ? limit : startLimit)) return
    clearInterval(timer)
    onHang()
  }

  function responded(health: Health): void {
    isWaiting = false
    latest = { health }
    silent = 0
    missed = 0
  }
}
