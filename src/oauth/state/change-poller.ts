/**
 * News between processes that share a store: what one did, the others know within half a second.
 *
 * News is kept in the store for a minute and looked for four times a second, so it also comes from a process that
 * nobody is connected to - a command beside a running gateway. Announcing only makes it quicker.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Store } from '../../storage/index.ts'
import { isMessage, keptMs, listNews, type Message, type News, saveNews } from './change-events.ts'

export interface Feed {
  /**
   * Sends news to every other process. News that the store cannot take at this moment is announced all the same, and
   * saved as soon as the store has room, for processes without a connection to this one.
   */
  publish(news: News): Promise<void>
  /** Takes in news that came another way. */
  hear(message: unknown): Promise<void>
  close(): void
}

export interface FeedOptions {
  store: Store
  /** The kind under which news is kept. */
  kind: string
  clock: Clock
  log: Log
  announce?: ((message: unknown) => void) | undefined
  /** News of another process. */
  onNews(news: News): Promise<void>
  /** So much time went by unwatched that news may have been lost. */
  onGap(): Promise<void>
}

const everyMs = 250

export function openFeed(options: FeedOptions): Feed {
  const { store, kind, clock, log, announce, onNews, onGap } = options
  const seen = new Map<string, number>()
  const unsaved = new Set<Message>()
  let lookedAt = clock()
  let timer = setTimeout(watch, everyMs).unref()
  let closed = false

  return {
    async publish(news) {
      const message = { id: randomUUID(), news }
      markSeen(message)
      await saveNews(store, kind, clock, message).catch((error: unknown) => {
        log.warn({ err: error }, 'the store could not take news for other processes: it is tried again')
        unsaved.add(message)
      })
      announce?.(message)
    },

    async hear(message) {
      if (isMessage(message)) await take(message)
    },

    close() {
      closed = true
      clearTimeout(timer)
    },
  }

  async function watch() {
    try {
      await look()
      await saveAgain()
    } catch (error) {
      if (!closed) log.error({ err: error }, 'the store could not be asked for news')
    }
    if (!closed) timer = setTimeout(watch, everyMs).unref()
  }

  async function look() {
    const now = clock()
    if (now - lookedAt > keptMs / 2) await onGap()
    for (const message of await listNews(store, kind)) await take(message)
    lookedAt = now
    for (const [id, until] of seen) if (until <= now) seen.delete(id)
  }

  async function saveAgain() {
    for (const message of unsaved) {
      await saveNews(store, kind, clock, message)
      unsaved.delete(message)
    }
  }

  async function take(message: Message) {
    if (seen.has(message.id)) return
    await onNews(message.news)
    markSeen(message)
  }

  function markSeen({ id }: Message) {
    seen.set(id, clock() + 2 * keptMs) // longer than the store keeps it
  }
}
