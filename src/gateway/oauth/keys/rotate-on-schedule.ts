/** Rotates the signing keys of a provider when the newest key is as old as its document allows. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { dayMs, hourMs } from '../../../shared/lib/time/durations.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeyManager } from './signing-key-manager.ts'

export interface RotateOnScheduleOptions {
  keys: Pick<SigningKeyManager, 'rotateWhenOlder'>
  /** The days that a key signs; 0 for no rotation. */
  afterDays: number
  log: Log
  /** Called in the one process that has rotated. */
  onRotated?: ((key: SigningKey) => void) | undefined
  intervalMs?: number
}

/** Looks now and every hour whether a rotation is due. Returns the function that ends this. Never throws. */
export function rotateOnSchedule(options: RotateOnScheduleOptions): () => void {
  const { keys, afterDays, log, onRotated, intervalMs = hourMs } = options
  if (afterDays === 0) return () => {}
  const timer = setInterval(() => void rotateIfDue(), intervalMs).unref()
  void rotateIfDue()
  return () => clearInterval(timer)

  async function rotateIfDue(): Promise<void> {
    try {
      const key = await keys.rotateWhenOlder(afterDays * dayMs)
      if (!key) return
      log.info({ kid: key.kid, afterDays }, 'the signing keys were rotated on schedule')
      onRotated?.(key)
    } catch (error) {
      log.error({ err: error }, 'the signing keys could not be rotated on schedule; the next attempt is in an hour')
    }
  }
}
