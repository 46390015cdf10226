/** A piece of news as it is kept for the other processes. */
import type { Clock } from '../../lib/time/clock.ts'
import type { Store } from '../../storage/index.ts'

/** What one process tells the others. */
export type News = { revoked: string; until: number } | { keys: true }

export interface Message {
  id: string
  news: News
}

/** How long news is kept: whoever looks less often must read everything again. */
export const keptMs = 60_000

export async function saveNews(
  store: Store,
  kind: string,
  clock: Clock,
  { id, news }: Message,
): Promise<void> {
  await store.save(kind, id, { ...news }, { expiresAt: clock() + keptMs })
}

/** The news that is kept. */
export async function listNews(store: Store, kind: string): Promise<Message[]> {
  const kept = await store.list(kind)
  return kept.map(({ key, entry }) => ({ id: key, news: entry.value as News }))
}

/** Whether a message that came from outside is one of ours. */
export function isMessage(message: unknown): message is Message {
  if (typeof message !== 'object' || message === null) return false
  const { id, news } = message as Partial<Message>
  return typeof id === 'string' && typeof news === 'object' && news !== null
}
