/** State events: the store keeps them for a minute, so that other processes learn of changes. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'

/**
 * A revoked token, chain or user, until a time in milliseconds since the epoch. With `before`, in seconds since the
 * epoch, it concerns the tokens of a user that were issued until then.
 */
export type RevocationEvent = { revoked: string; until: number; before?: number }

/** A change that one process reports to the others: a revocation, or changed signing keys. */
export type StateEvent = RevocationEvent | { keys: true }

/** An event with a unique id, by which a process recognises events that it has already applied. */
export type StateEventMessage = { id: string; event: StateEvent }

/** How many milliseconds the store keeps events. A process that polls less often reads the whole state. */
export const eventRetentionMs = 60_000

/** Saves an event for other processes. Throws when the store fails. */
export async function saveStateEvent(
  store: StateStore,
  kind: string,
  clock: Clock,
  { id, event }: StateEventMessage,
): Promise<void> {
  await store.save(kind, id, { ...event }, { expiresAt: clock() + eventRetentionMs, wakesWatchers: true })
}

/**
 * Returns the events since a cursor, or all that the store keeps, each with the time at which it was saved, and the next cursor. An
 * event may be returned again. With `isRestart`, events may be missing, so that the whole state has to be read again.
 */
export async function listStateEvents(store: StateStore, kind: string, after: string | undefined) {
  const { entries, cursor, isRestart } = await store.listChanges(kind, after)
  const events = entries.map(({ key, entry }) => ({
    id: key,
    event: entry.value as StateEvent,
    savedAt: (entry.expiresAt as number) - eventRetentionMs, // `saveStateEvent` sets the expiry of all events
  }))
  return { events, cursor, isRestart }
}

/** Returns whether a message of another process is a state event. */
export function isStateEventMessage(message: unknown): message is StateEventMessage {
  if (typeof message !== 'object' || message === null) return false
  const { id, event } = message as Partial<StateEventMessage>
  return typeof id === 'string' && typeof event === 'object' && event !== null
}
