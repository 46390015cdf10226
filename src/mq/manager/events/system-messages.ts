/** Puts messages on the SYSTEM.ADMIN.* queues in the background. One that cannot be put is lost without an error. */
import type { MessageDraft, MessagePersistence } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'

export interface SystemMessagesDeps {
  readonly manager: string
  readonly delivery: Pick<MessagePersistence, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
}

export class SystemMessages {
  readonly #deps: SystemMessagesDeps

  constructor(deps: SystemMessagesDeps) {
    this.#deps = deps
  }

  get manager(): string {
    return this.#deps.manager
  }

  put(name: string, format: 'MQEVENT' | 'MQADMIN', body: Buffer): void {
    const { manager, delivery, clock, find } = this.#deps
    const queue = find(name)
    if (!queue) return
    const { defaultPersistent: persistent, defaultPriority: priority } = queue.settings
    const draft: MessageDraft = {
      persistent,
      body,
      messageId: undefined,
      correlationId: undefined,
      expiresAt: undefined,
      descriptor: {
        format,
        priority,
        putAt: clock(),
        userId: 'mqm',
        applicationName: manager,
        ccsid: 1208,
        backoutCount: 0,
      },
    }
    delivery.put([{ queue, draft }]).catch(() => undefined)
  }
}
