/** Events that tell the other processes about changes of the state, as the store keeps them. */
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'

/** An event that one process sends to the others. */
export type StateEvent = { revoked: string; until: number } | { keys: true }

export interface StateEventMessage {
  id: string
  event: StateEvent
}

/**
 * How long the store keeps events, in milliseconds. A process that polls less often must read the whole state
 * again.
 */
export const eventRetentionMs = 60_000

export async function saveStateEvent(
  store: StateStore,
  kind: string,
  clock: Clock,
  { id, event }: StateEventMessage,
): Promise<void> {
  await store.save(kind, id, { ...event }, { expiresAt: clock() + eventRetentionMs })
}

/** Returns the events that the store keeps. */
export async function listStateEvents(store: StateStore, kind: string): Promise<StateEventMessage[]> {
  const kept = await store.list(kind)
  return kept.map(({ key, entry }) => ({ id: key, event: entry.value as StateEvent }))
}

/** Returns whether a message of another process is a state event. */
export function isStateEventMessage(message: unknown): message is StateEventMessage {
  if (typeof message !== 'object' || message === null) return false
  const { id, event } = message as Partial<StateEventMessage>
  return typeof id === 'string' && typeof event === 'object' && event !== null
}
