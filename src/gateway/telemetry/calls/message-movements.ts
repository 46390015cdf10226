/** The last messages that calls of a worker have put or taken, for senders who ask what became of theirs. */
import type { MessageMovement } from '../../contract/access/explanation.ts'
import type { CallRecord } from './call-record.ts'

/** Each takes about half a kilobyte. */
const maxKept = 5_000
const maxFound = 200

export function openMessageMovements(limit = maxKept) {
  const ring: MessageMovement[] = []
  let next = 0

  return {
    /** Keeps what a call did to a message. The oldest makes room. */
    add({ requestId, at, method, path, status, location, client, movedMessage }: CallRecord): void {
      if (!movedMessage) return
      const catalog = `/${location.org}/${location.catalog}`
      const application = client?.application.name
      ring[next] = { requestId, at, method, path, status, catalog, application, ...movedMessage }
      next = (next + 1) % limit
    },

    /** Returns what calls did to messages. A key is the id of a request, a message or a trace. */
    find(keys: readonly string[]): MessageMovement[] {
      const wanted = new Set<string | undefined>(keys)
      return ring
        .filter((each) => wanted.has(each.requestId) || wanted.has(each.messageId) || wanted.has(each.traceId))
        .slice(-maxFound)
    },
  }
}
