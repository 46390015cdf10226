/** The messages of a terminus: of a queue or subscription that are got, or of a queue that are browsed. */

import { waitUntilAborted } from '../../lib/time/until-aborted.ts'
import type { Message, OpenQueue, UnitOfWork } from '../../qm/index.ts'

export interface NextOptions {
  /** Whether to wait for a message, until the signal aborts. */
  readonly waits: boolean
  readonly signal: AbortSignal
  readonly unitOfWork: UnitOfWork | undefined
}

export interface MessageStream {
  /** The name of the local queue with the messages. */
  readonly queue: string
  /** Whether messages stay on the queue whatever the client says about them. */
  readonly isBrowsing: boolean
  /** Resolves with undefined when there is no message and the call does not wait. */
  next(options: NextOptions): Promise<Message | undefined>
  close(): void
}

export function streamGets(queue: OpenQueue): MessageStream {
  return {
    queue: queue.name,
    isBrowsing: false,
    next: ({ waits, signal, unitOfWork }) =>
      queue.get({ waitMs: waits ? Number.POSITIVE_INFINITY : 0, signal, unitOfWork }),
    close: () => queue.close(),
  }
}

export function streamBrowse(queue: OpenQueue): MessageStream {
  return {
    queue: queue.name,
    isBrowsing: true,
    async next({ waits, signal }) {
      for (;;) {
        const arrival = Promise.withResolvers<void>()
        const unwatch = queue.watchArrivals(arrival.resolve)
        try {
          const message = await queue.browseNext()
          if (message || !waits) return message
          await waitUntilAborted(signal, arrival.promise)
        } finally {
          unwatch()
        }
      }
    },
    close: () => queue.close(),
  }
}
