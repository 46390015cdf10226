/**
 * Shares state events between processes that use the same store, within half a second.
 *
 * The store keeps each event for a minute and wakes every process. Events of processes without a connection, such as
 * a command beside a running gateway, arrive as well. `announce` only makes delivery to the other workers faster.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import {
  eventRetentionMs,
  isStateEventMessage,
  listStateEvents,
  type StateEvent,
  type StateEventMessage,
  saveStateEvent,
} from './change-events.ts'

/** The dependencies of `openChangePoller`. */
export interface ChangePollerOptions {
  store: StateStore
  /** The kind of the store's records that hold events. */
  kind: string
  clock: Clock
  log: Log
  announce?: ((message: unknown) => void) | undefined
  /** Called once for each event of another process. */
  onEvent(event: StateEvent): Promise<void>
  /** Called when events may be missing: polling paused so long that they may have expired, or the store was connected again. */
  onGap(): Promise<void>
  /** Called for each event that came from the store, with the time since another process has saved it. */
  onDelay?: ((delayMs: number) => void) | undefined
}

/** Starts to read events whenever the store reports a change, until `close` is called. */
export function openChangePoller(options: ChangePollerOptions) {
  const { store, kind, clock, log, announce, onEvent, onGap, onDelay } = options
  /** Maps the ids of applied events to the time until which they are kept, in the order of these times. */
  const seen = new Map<string, number>()
  const unsaved = new Set<StateEventMessage>()
  const openedAt = clock()
  let polledAt = openedAt
  let cursor: string | undefined
  let closed = false
  let isGapOpen = false
  let isPolling = false
  let isDue = false
  const stopWatching = store.watch(kind, () => void pollOnce())

  return {
    /** Sends an event to other processes at once; saves it once the store works. Never rejects because of the store. */
    async publish(event: StateEvent): Promise<void> {
      const message = { id: randomUUID(), event }
      markSeen(message)
      await saveStateEvent(store, kind, clock, message).catch((error: unknown) => {
        log.warn({ err: error }, 'an event for other processes could not be stored and will be retried')
        unsaved.add(message)
      })
      announce?.(message)
    },

    /** Applies an event that arrived by `announce` of another process. */
    async receive(message: unknown): Promise<void> {
      if (isStateEventMessage(message)) await applyOnce(message)
    },

    close(): void {
      closed = true
      stopWatching()
    },
  }

  /** Polls, and once more when the store reported a change meanwhile. */
  async function pollOnce(): Promise<void> {
    isDue = true
    if (isPolling) return
    isPolling = true
    while (isDue && !closed) {
      isDue = false
      try {
        await poll()
        await saveUnsaved()
      } catch (error) {
        if (!closed) log.error({ err: error }, 'the events of other processes could not be read')
      }
    }
    isPolling = false
  }

  async function poll() {
    const now = clock()
    const found = await listStateEvents(store, kind, cursor)
    // After the cursor was read, so that a change during the gap is reported again.
    isGapOpen ||= found.isRestart || now - polledAt > eventRetentionMs / 2
    if (isGapOpen) await onGap()
    isGapOpen = false
    for (const message of found.events) {
      const isNew = !seen.has(message.id)
      await applyOnce(message)
      if (isNew && message.savedAt >= openedAt) onDelay?.(Math.max(0, clock() - message.savedAt))
    }
    cursor = found.cursor
    polledAt = now
    forgetOldEvents(now)
  }

  function forgetOldEvents(now: number) {
    for (const [id, until] of seen) {
      if (until > now) return
      seen.delete(id)
    }
  }

  async function saveUnsaved() {
    for (const message of unsaved) {
      await saveStateEvent(store, kind, clock, message)
      unsaved.delete(message)
    }
  }

  async function applyOnce(message: StateEventMessage) {
    if (seen.has(message.id)) return
    await onEvent(message.event)
    markSeen(message)
  }

  function markSeen({ id }: StateEventMessage) {
    seen.set(id, clock() + 2 * eventRetentionMs) // longer than the store keeps the event
  }
}
