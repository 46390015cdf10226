/** A store in memory whose next commit waits until the test lets it go on, or fail. */
import { type MessageStore, MessageStoreError } from '../../../../src/mq/manager/store/message-store.ts'
import { openMemoryMessageStore } from './memory-message-store.ts'

export interface HeldStore extends MessageStore {
  /** The next commit waits: `before` it is applied, or `after`, as when it is on disk and its promise has not settled yet. */
  hold(when?: 'before' | 'after'): void
  /** Settles when a commit waits. */
  isHeld(): Promise<void>
  release(fault?: MessageStoreError['kind']): void
}

interface Gate {
  readonly when: 'before' | 'after'
  readonly reached: PromiseWithResolvers<void>
  readonly released: PromiseWithResolvers<void>
}

export function openHeldStore(): HeldStore {
  const store = openMemoryMessageStore()
  let next: Gate | undefined
  let gate: Gate | undefined

  return {
    ...store,
    hold(when = 'before') {
      next = { when, reached: Promise.withResolvers(), released: Promise.withResolvers() }
    },
    isHeld: async () => (next ?? gate)?.reached.promise,
    release(fault) {
      if (fault) gate?.released.reject(new MessageStoreError(fault, 'the disk says no'))
      else gate?.released.resolve()
    },
    async commit(changes) {
      const own = next
      next = undefined
      gate = own ?? gate
      if (own?.when === 'after') await store.commit(changes)
      own?.reached.resolve()
      await own?.released.promise
      if (own?.when !== 'after') await store.commit(changes)
    },
  }
}
