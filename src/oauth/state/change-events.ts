/** A piece of news as it is kept for the other processes. */
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'

/** What one process tells the others. */
export type StateEvent = { revoked: string; until: number } | { keys: true }

export interface StateEventMessage {
  id: string
  event: StateEvent
}

/** How long news is kept: whoever looks less often must read everything again. */
export const eventRetentionMs = 60_000

export async function saveStateEvent(
  store: StateStore,
  kind: string,
  clock: Clock,
  { id, event }: StateEventMessage,
): Promise<void> {
  await store.save(kind, id, { ...event }, { expiresAt: clock() + eventRetentionMs })
}

/** The news that is kept. */
export async function listStateEvents(store: StateStore, kind: string): Promise<StateEventMessage[]> {
  const kept = await store.list(kind)
  return kept.map(({ key, entry }) => ({ id: key, event: entry.value as StateEvent }))
}

/** Whether a message that came from outside is one of ours. */
export function isStateEventMessage(message: unknown): message is StateEventMessage {
  if (typeof message !== 'object' || message === null) return false
  const { id, event } = message as Partial<StateEventMessage>
  return typeof id === 'string' && typeof event === 'object' && event !== null
}
