/**
 * Combines changes that arrive in the same turn of the event loop, or during a commit, into one commit. When many
 * changes arrive at once, the commit waits for more until one turn brings none.
 *
 * Commits run one after the other in the order of the calls. When a commit fails, all its work fails and nothing
 * has changed on disk; later work continues with the next commit.
 */
import type { CommitStatistics } from '../types/commit-statistics.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from './message-store.ts'

export interface CommitWork {
  readonly changes: readonly StoreChange[]
  /**
   * Whether memory already shows the changes, so that later work may depend on them. When such work fails, all
   * waiting work fails too, the latest first.
   */
  readonly isVisible?: boolean
  /**
   * Whether the work needs additional disk space. On a full disk it fails, and the other work of its commit is
   * tried again without it.
   */
  readonly isPut?: boolean
  /** Called when the changes are on disk. */
  committed(): void
  /** Called when the commit failed and nothing has changed on disk. */
  failed(error: unknown): void
}

/** The minimum number of changes in a commit for which the next commit waits for more. */
const minGroupSizeToWait = 4
/** The maximum number of changes that a commit waits for. */
const maxExpectedWork = 128

export class GroupCommit {
  readonly #store: Pick<MessageStore, 'commit'>
  readonly #meter: CommitStatistics | undefined
  #waiting = new Set<CommitWork>()
  /** The work of the commit in progress. */
  #underWay: ReadonlySet<CommitWork> | undefined
  /** The number of waiting changes at the end of the last turn, and the number for which it is worth waiting. */
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

  /** Withdraws work whose commit has not started. Returns false when the commit is already in progress. */
  withdraw(work: CommitWork): boolean {
    return this.#waiting.delete(work)
  }

  /** Commits the changes. Rejects with a `MessageStoreError` when the commit fails. */
  run(changes: readonly StoreChange[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.add({ changes, committed: resolve, failed: reject })
    })
  }

  /** Resolves when no work waits and no commit is in progress. */
  async idle(): Promise<void> {
    if (!this.#underWay && this.#waiting.size === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
  }

  /** Commits all waiting work. Work that is added later fails. */
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
      this.#next() // all work was withdrawn
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
      this.#underWay = others // no other commit may start in between
      for (const work of group) if (work.isPut) work.failed(error)
      this.#begin(others)
      return
    }
    this.#underWay = undefined
    for (const work of this.#failing(group)) work.failed(error)
    this.#next()
  }

  /** Returns the work of a failed commit and all work that depends on it, the latest first. */
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
