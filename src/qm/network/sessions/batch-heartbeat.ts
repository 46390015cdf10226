/** Asks a partner that has been silent for a sign of life before messages become in doubt (BATCHHB). */
import type { FrameConnection } from '../transport/frame-connection.ts'

/**
 * Returns undefined when there is nothing to wait for. The promise resolves when the partner has sent something, and
 * rejects with a `ChannelError` when it sends nothing within `intervalMs`, or the connection ends.
 */
export function checkPartner(
  connection: FrameConnection,
  intervalMs: number,
  clock: () => number,
): Promise<void> | undefined {
  if (intervalMs === 0 || clock() - connection.lastReceivedAt < intervalMs) return undefined
  return connection.probe(intervalMs)
}
