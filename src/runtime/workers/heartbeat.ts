/**
 * Notices a process that hangs: it is asked in every interval, and hangs when it has not responded for too many of them.
 *
 * Intervals are counted, not milliseconds: when this process itself was stopped, or the machine slept, that is no
 * silence of the other one.
 */

export interface HeartbeatOptions<Health> {
  /** Settles with the response of the process. */
  ping(): Promise<Health>
  intervalMs: number
  /** Intervals without a response after which the process hangs. Until its first response it may take `startLimit`. */
  maxMissed: number
  maxMissedAtStart: number
  /** Is called once, when the process hangs. */
  onHang(): void
}

export interface Heartbeat<Health> {
  /** False as soon as the process has not responded for two intervals. */
  isResponding(): boolean
  /** The response that came last. */
  health(): Health | undefined
  stop(): void
}

/** Two, so that an interval in which the process is busy does not count. */
const silentAfterMissed = 2

export function startHeartbeat<Health>({
  ping,
  intervalMs,
  maxMissed: limit,
  maxMissedAtStart: startLimit,
  onHang,
}: HeartbeatOptions<Health>): Heartbeat<Health> {
  let missed = 0
  let latest: { health: Health } | undefined
  let isWaiting = false
  const timer = setInterval(beat, intervalMs).unref()
  beat()

  return {
    isResponding: () => missed < silentAfterMissed,
    health: () => latest?.health,
    stop: () => clearInterval(timer),
  }

  function beat(): void {
    if (!isWaiting) {
      isWaiting = true
      ping().then(responded, () => {}) // a process that has ended is reported elsewhere
      return
    }
    missed += 1
    if (missed < (latest ? limit : startLimit)) return
    clearInterval(timer)
    onHang()
  }

  function responded(health: Health): void {
    isWaiting = false
    latest = { health }
    missed = 0
  }
}
