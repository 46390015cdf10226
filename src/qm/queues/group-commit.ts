/**
 * Group commit: the work of one turn of the event loop shares one commit. Where many come at a time, the commit waits for
 * more of them, until a turn brings none.
 *
 * Each piece of work learns its outcome after that commit. When it fails, every piece in it fails, nothing has changed on
 * disk, and the next turn starts afresh - with room again, work goes on by itself.
 */
import { type Change, type Store, StoreFault } from '../store/store.ts'

export interface Work {
  readonly changes: readonly Change[]
  /** The changes are on disk. */
  committed(): void
  /** Nothing has changed on disk. */
  failed(error: unknown): void
}

/** Pieces of work that make it likely that others follow in the next turn. */
const many = 4
/** More are never waited for. */
const mostExpected = 128

export class GroupCommit {
  readonly #store: Pick<Store, 'commit'>
  #waiting = new Set<Work>()
  /** How many waited at the end of the last turn, and for how many it is worth to wait. */
  #before = 0
  #expected = 0
  #closed = false
  #timer: NodeJS.Immediate | undefined

  constructor(store: Pick<Store, 'commit'>) {
    this.#store = store
  }

  add(work: Work): void {
    this.#waiting.add(work)
    this.#timer ??= setImmediate(this.#turn)
  }

  /** Commits what waits, and from now on everything fails. */
  close(): void {
    this.flush()
    this.#closed = true
  }

  /** Takes work back that is not committed yet. False when it is too late: its outcome has been told. */
  withdraw(work: Work): boolean {
    return this.#waiting.delete(work)
  }

  /** Commits what waits, now. */
  flush(): void {
    clearImmediate(this.#timer)
    this.#timer = undefined
    const group = this.#waiting
    if (group.size === 0) return
    this.#waiting = new Set()
    this.#before = 0
    this.#expected = group.size < many ? 0 : Math.min(2 * group.size, mostExpected)

    try {
      if (this.#closed) throw new StoreFault('failed', 'the queue manager has ended')
      this.#store.commit(changesOf(group))
    } catch (error) {
      for (const work of group) work.failed(error)
      return
    }
    for (const work of group) work.committed()
  }

  readonly #turn = (): void => {
    const { size } = this.#waiting
    const isGrowing = size > this.#before && size < this.#expected
    this.#before = size
    if (isGrowing) this.#timer = setImmediate(this.#turn)
    else this.flush()
  }

  /** Settles after the commit of the changes; rejects when it fails. */
  run(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.add({ changes, committed: resolve, failed: reject })
    })
  }

  /** Commits the changes together with what waits, before it returns. Throws when it fails. */
  now(changes: readonly Change[]): void {
    let failure: { error: unknown } | undefined
    this.add({
      changes,
      committed: () => undefined,
      failed(error) {
        failure = { error }
      },
    })
    this.flush()
    if (failure) throw failure.error
  }
}

function changesOf(group: ReadonlySet<Work>): Change[] {
  const changes: Change[] = []
  for (const work of group) changes.push(...work.changes)
  return changes
}
