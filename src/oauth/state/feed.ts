/**
 * News between processes that share a store: what one did, the others know within half a second.
 *
 * News is kept in the store for a minute and looked for four times a second, so it also comes from a process that
 * nobody is connected to - a command beside a running gateway. Announcing only makes it quicker.
 */
import { randomUUID } from 'node:crypto'

import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Store, Value } from '../../storage/index.ts'

export interface Feed {
  /** Tells everybody; answered once the news is in the store. */
  publish(news: Value): Promise<void>
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
  /** News of another process, or of this one. */
  onNews(news: Value): Promise<void>
  /** So much time went by unwatched that news may have been lost. */
  onGap(): Promise<void>
}

interface Message {
  id: string
  news: Value
}

const keptMs = 60_000
const everyMs = 250

export function openFeed(options: FeedOptions): Feed {
  const { store, kind, clock, log, announce, onNews, onGap } = options
  const seen = new Map<string, number>()
  let lookedAt = clock()
  let timer = setTimeout(watch, everyMs).unref()
  let closed = false

  return {
    async publish(news) {
      const id = randomUUID()
      seen.set(id, clock() + keptMs)
      await store.save(kind, id, { news }, { expiresAt: clock() + keptMs })
      announce?.({ id, news } satisfies Message)
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
    } catch (error) {
      if (!closed) log.error({ err: error }, 'the store could not be asked for news')
    }
    if (!closed) timer = setTimeout(watch, everyMs).unref()
  }

  async function look() {
    const now = clock()
    if (now - lookedAt > keptMs / 2) await onGap()
    lookedAt = now
    for (const { key, entry } of await store.list(kind)) {
      await take({ id: key, news: (entry.value as { news: Value }).news })
    }
    for (const [id, until] of seen) if (until <= now) seen.delete(id)
  }

  async function take({ id, news }: Message) {
    if (seen.has(id)) return
    await onNews(news)
    seen.set(id, clock() + 2 * keptMs) // longer than the store keeps it
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'id' in message && 'news' in message
}
