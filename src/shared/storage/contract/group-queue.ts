/** Commits writes in groups: the next one gathers during a commit, so that slow stores get large groups. */
import { StateStoreError } from './state-store-error.ts'

/** The result of one operation of a group, or the error that it failed with. */
export type GroupResult = { value: unknown } | { error: Error }

/** The dependencies of `openGroupQueue`. */
export interface GroupQueueOptions<Operation> {
  /** The name of what is written to, for messages: `state file /data/gateway.sqlite`. */
  name: string
  /** The maximum number of operations in a group, which limits how long a group holds locks. */
  maxGroupSize: number
  /** Commits a group, and returns one result per operation. A rejection is the error of all of them. */
  commit(group: Operation[]): Promise<readonly GroupResult[]>
}

type Job<Operation> = { operation: Operation; resolve(value: unknown): void; reject(error: Error): void }

const maxWaitingWrites = 20_000

/** Opens an empty queue. One group is committed at a time. */
export function openGroupQueue<Operation>(options: GroupQueueOptions<Operation>) {
  const { name, maxGroupSize, commit } = options
  const waiting: Job<Operation>[] = []
  let isCommitting = false
  let isScheduled = false
  let closing: Promise<void> | undefined
  let drained: (() => void) | undefined

  return {
    /** Returns the result of the operation once its group is committed. Rejects with `StateStoreError`. */
    add(operation: Operation): Promise<unknown> {
      if (closing) return Promise.reject(new StateStoreError('closed', `${name}: it is closed`))
      if (waiting.length >= maxWaitingWrites) {
        return Promise.reject(new StateStoreError('busy', `${name}: ${maxWaitingWrites} writes are waiting already`))
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.push({ operation, resolve, reject })
      schedule()
      return promise
    },

    /** Resolves when all waiting operations are committed. Later operations are rejected. */
    close(): Promise<void> {
      closing ??= new Promise((resolve) => {
        if (waiting.length === 0 && !isCommitting) resolve()
        else drained = resolve
      })
      return closing
    },
  }

  /** Commits at the end of this turn of the event loop, so that the operations of one turn share a group. */
  function schedule(): void {
    if (isScheduled || isCommitting) return
    isScheduled = true
    setImmediate(commitNext)
  }

  function commitNext(): void {
    isScheduled = false
    const group = waiting.splice(0, maxGroupSize)
    isCommitting = true
    commit(group.map(({ operation }) => operation)).then(
      (results) => settle(group, (index) => results[index] as GroupResult),
      (error: Error) => settle(group, () => ({ error })),
    )
  }

  function settle(group: readonly Job<Operation>[], resultOf: (index: number) => GroupResult): void {
    isCommitting = false
    group.forEach((job, index) => {
      const result = resultOf(index)
      if ('value' in result) job.resolve(result.value)
      else job.reject(result.error)
    })
    if (waiting.length > 0) schedule()
    else drained?.()
  }
}
