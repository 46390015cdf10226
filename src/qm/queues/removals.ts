/** Gets: held messages that leave their queue once their removal is on disk. */
import type { Clock } from '../../lib/clock.ts'
import { type Store, StoreFault } from '../store/store.ts'
import { asMqError } from '../store-errors.ts'
import type { BodyFiles } from './body-files.ts'
import type { Entry } from './entry.ts'
import type { GroupCommit, Work } from './group-commit.ts'
import type { Queue } from './queue.ts'

export interface RemovalTools {
  readonly store: Pick<Store, 'messages'>
  readonly group: GroupCommit
  readonly bodies: BodyFiles
  readonly clock: Clock
}

export class Removals {
  readonly #tools: RemovalTools

  constructor(tools: RemovalTools) {
    this.#tools = tools
  }

  /**
   * Removes a held message and answers its body once that is on disk. When it cannot be, or `signal` aborts before, the
   * message is back in its place and the promise rejects.
   */
  async remove(queue: Queue, entry: Entry, signal?: AbortSignal): Promise<Buffer> {
    const { bodies, clock } = this.#tools
    if (!entry.persistent) {
      const body = entry.body as Buffer
      queue.finish(entry)
      queue.lastGet = clock()
      queue.gets++
      return body
    }
    try {
      const body = entry.bodyFile ? await bodies.read(entry.bodyFile) : this.#body(entry)
      signal?.throwIfAborted()
      await this.#commit(queue, entry, signal)
      queue.lastGet = clock()
      queue.gets++
      return body
    } catch (error) {
      queue.restore(entry)
      throw signal?.aborted ? signal.reason : asMqError(error)
    }
  }

  /** Lets a held message go without handing it out. When that fails it is back in its place. */
  async discard(queue: Queue, entry: Entry): Promise<void> {
    if (!entry.persistent) {
      queue.finish(entry)
      return
    }
    try {
      await this.#commit(queue, entry, undefined)
    } catch (error) {
      queue.restore(entry)
      throw asMqError(error)
    }
  }

  /** Reads the body of a message that stays. Undefined when it has gone in the meantime. */
  async read(entry: Entry): Promise<Buffer | undefined> {
    const { store, bodies } = this.#tools
    try {
      if (!entry.persistent) return entry.body
      if (entry.bodyFile) return await bodies.read(entry.bodyFile)
      return store.messages.body(entry.sequence)
    } catch (error) {
      // A file goes after its row: it may have been taken while it was to be read.
      if (store.messages.body(entry.sequence) === undefined) return undefined
      throw asMqError(error)
    }
  }

  /** The commit happens within one turn, so an abort comes either before it or after the answer. */
  #commit(queue: Queue, entry: Entry, signal: AbortSignal | undefined): Promise<void> {
    const { group, bodies } = this.#tools
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        signal?.removeEventListener('abort', abort)
        outcome()
      }
      const work: Work = {
        changes: [{ type: 'remove', sequence: entry.sequence }],
        committed: () => {
          queue.finish(entry)
          bodies.remove(entry.bodyFile)
          settle(resolve)
        },
        failed: (error) => settle(() => reject(error)),
      }
      const abort = () => {
        if (group.withdraw(work)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      group.add(work)
    })
  }

  #body({ sequence }: Entry): Buffer {
    const body = this.#tools.store.messages.body(sequence)
    if (!body) throw new StoreFault('damaged', `message ${sequence} has no body`)
    return body
  }
}
