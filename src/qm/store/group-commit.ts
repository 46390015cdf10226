/**
 * Group commit: the work of one turn of the event loop shares one commit, and so does the work that comes while a commit
 * is under way. Where many come at a time, the commit waits for more of them, until a turn brings none.
 *
 * Commits are one after another, in the order of the calls. Each piece of work learns its outcome after its commit. When a
 * commit fails, every piece in it fails and nothing has changed on disk; work goes on with the next commit.
 */
import type { CommitStatistics } from '../types/commit-statistics.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from './message-store.ts'

export interface CommitWork {
  readonly changes: readonly StoreChange[]
  /**
   * Memory already shows what the work changes, so work that came later may build on it. When it fails, everything that
   * waits fails too, the latest first.
   */
  readonly isVisible?: boolean
  /** It needs room on the disk. Without room, it fails and the other work of its commit is tried again without it. */
  readonly isPut?: boolean
  /** The changes are on disk. */
  committed(): void
  /** Nothing has changed on disk. */
  failed(error: unknown): void
}

/** Pieces of work that make it likely that others follow in the next turn. */
const minGroupSizeToWait = 4
/** More are never waited for. */
const maxExpectedWork = 128

export class GroupCommit {
  readonly #store: Pick<MessageStore, 'commit'>
  readonly #meter: CommitStatistics | undefined
  #waiting = new Set<CommitWork>()
  /** Of the commit that is under way. */
  #underWay: ReadonlySet<CommitWork> | undefined
  /** How many waited at the end of the last turn, and for how many it is worth to wait. */
  #before = 0
  #expected = 0
  #closed = false
  #timer: NodeJS.Immediate | undefined
  #idle: PromiseWithResolvers<void> | undefined

  constructor(store: Pick<MessageStore, 'commit'>, meter?: CommitStatistics) {
    this.#store = store
    this.#meter = meter
  }

  add(work: CommitWork): void {
    if (this.#closed) {
      work.failed(new MessageStoreError('failed', 'the queue manager has ended'))
      return
    }
    this.#waiting.add(work)
    this.#schedule()
  }

  /** Removes work whose commit has not begun. False when it is too late. */
  withdraw(work: CommitWork): boolean {
    return this.#waiting.delete(work)
  }

  /** Settles after the commit of the changes; rejects when it fails. */
  run(changes: readonly StoreChange[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.add({ changes, committed: resolve, failed: reject })
    })
  }

  /** Settles when no work waits and no commit is under way. */
  async idle(): Promise<void> {
    if (!this.#underWay && this.#waiting.size === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
  }

  /** Commits what waits; work that comes later fails. */
  async close(): Promise<void> {
    while (this.#underWay || this.#waiting.size > 0) await this.idle()
    this.#closed = true
  }

  #schedule(): void {
    if (!this.#underWay) this.#timer ??= setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const { size } = this.#waiting
    const isGrowing = size > this.#before && size < this.#expected
    this.#before = size
    this.#timer = isGrowing ? setImmediate(this.#turn) : undefined
    if (!isGrowing) this.#commit()
  }

  #commit(): void {
    const group = this.#waiting
    this.#waiting = new Set()
    this.#before = 0
    if (group.size === 0) {
      this.#next() // all of it was withdrawn
      return
    }
    this.#expected = group.size < minGroupSizeToWait ? 0 : Math.min(2 * group.size, maxExpectedWork)
    this.#begin(group)
  }

  #begin(group: ReadonlySet<CommitWork>): void {
    this.#underWay = group
    const urgent = !some(group, ({ isPut }) => isPut === true)
    const begunMs = performance.now()
    this.#store.commit(changesOf(group), { urgent }).then(
      () => {
        this.#meter?.recordSuccess((performance.now() - begunMs) / 1000)
        this.#underWay = undefined
        for (const work of group) work.committed()
        this.#next()
      },
      (error: unknown) => this.#failed(group, error),
    )
  }

  #failed(group: ReadonlySet<CommitWork>, error: unknown): void {
    this.#meter?.recordFailure()
    const others = new Set([...group].filter(({ isPut }) => !isPut))
    if (
      error instanceof MessageStoreError &&
      error.kind === 'full' &&
      others.size > 0 &&
      others.size < group.size
    ) {
      this.#underWay = others // nothing overtakes it
      for (const work of group) if (work.isPut) work.failed(error)
      this.#begin(others)
      return
    }
    this.#underWay = undefined
    for (const work of this.#failing(group)) work.failed(error)
    this.#next()
  }

  /** The work of a commit that failed, and what builds on it: the latest first. */
  #failing(group: ReadonlySet<CommitWork>): CommitWork[] {
    const failing = [...group]
    if (some(group, ({ isVisible: isShown }) => isShown === true)) {
      failing.push(...this.#waiting)
      this.#waiting = new Set()
    }
    return failing.reverse()
  }

  #next(): void {
    if (this.#waiting.size > 0) {
      this.#schedule()
      return
    }
    this.#idle?.resolve()
    this.#idle = undefined
  }
}

function some(group: ReadonlySet<CommitWork>, test: (work: CommitWork) => boolean): boolean {
  for (const work of group) if (test(work)) return true
  return false
}

function changesOf(group: ReadonlySet<CommitWork>): StoreChange[] {
  const changes: StoreChange[] = []
  for (const work of group) changes.push(...work.changes)
  return changes
}
