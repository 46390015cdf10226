/**
 * Combines changes that arrive in the same turn of the event loop, or during a commit, into one commit. When many
 * changes arrive at once, the commit waits for more until one turn brings none.
 *
 * Commits take effect in the order of the calls. A store may take several at once; the work of one must therefore not
 * depend on the outcome of another one in progress. When a commit fails, all its work fails and nothing has changed on
 * disk; later work continues with the next commit.
 */
import type { CommitStatistics } from '../types/commit-statistics.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from './message-store.ts'

export interface CommitWork {
  readonly changes: readonly StoreChange[]
  /**
   * Whether memory already shows the changes, so that later work may depend on them. No other commit is in progress
   * with such work. When it fails, all waiting work fails too, the latest first.
   */
  readonly isVisible?: boolean
  /** Whether the work needs disk space. On a full disk it fails, and the rest of its commit is tried again. */
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
/** The minimum number of changes that are divided among commits that run at once. */
const minGroupSizeToSplit = 16

type CommitStore = Pick<MessageStore, 'commit' | 'maxConcurrentCommits'>

export class GroupCommit {
  readonly #store: CommitStore
  readonly #maxConcurrent: number
  readonly #meter: CommitStatistics | undefined
  #waiting = new Set<CommitWork>()
  /** The number of commits in progress, and whether no other may start beside them. */
  #underWay = 0
  #isExclusive = false
  /** The number of waiting changes at the end of the last turn, and the number for which it is worth waiting. */
  #before = 0
  #expected = 0
  #closed = false
  #timer: NodeJS.Immediate | undefined
  #idle: PromiseWithResolvers<void> | undefined

  constructor(store: CommitStore, meter?: CommitStatistics) {
    this.#store = store
    this.#maxConcurrent = store.maxConcurrentCommits ?? 1
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
    if (this.#underWay === 0 && this.#waiting.size === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
  }

  /** Commits all waiting work. Work that is added later fails. */
  async close(): Promise<void> {
    while (this.#underWay > 0 || this.#waiting.size > 0) await this.idle()
    this.#closed = true
  }

  #schedule(): void {
    if (this.#underWay < this.#maxConcurrent && !this.#isExclusive) this.#timer ??= setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const { size } = this.#waiting
    const isGrowing = size > this.#before && size < this.#expected
    this.#before = size
    this.#timer = isGrowing ? setImmediate(this.#turn) : undefined
    if (!isGrowing) this.#commit()
  }

  #commit(): void {
    const isExclusive = this.#maxConcurrent > 1 && some(this.#waiting, ({ isVisible }) => isVisible === true)
    if (isExclusive && this.#underWay > 0) return // the end of the last commit continues
    const group = this.#takeGroup(isExclusive)
    this.#before = this.#waiting.size
    if (group.size === 0) {
      this.#next() // all work was withdrawn
      return
    }
    this.#isExclusive = isExclusive
    this.#expected = group.size < minGroupSizeToWait ? 0 : Math.min(2 * group.size, maxExpectedWork)
    this.#underWay += 1
    this.#begin(group)
    if (this.#waiting.size > 0) this.#schedule()
  }

  /** Takes all waiting work, or the share of one commit when the rest can be prepared while that commit is in progress. */
  #takeGroup(isExclusive: boolean): Set<CommitWork> {
    const waiting = this.#waiting
    const commits = this.#maxConcurrent - this.#underWay
    if (isExclusive || commits < 2 || waiting.size < minGroupSizeToSplit) {
      this.#waiting = new Set()
      return waiting
    }
    const group = new Set<CommitWork>()
    const share = Math.ceil(waiting.size / commits)
    for (const work of waiting) {
      if (group.size === share) break
      group.add(work)
      waiting.delete(work)
    }
    return group
  }

  #begin(group: ReadonlySet<CommitWork>): void {
    const urgent = !some(group, ({ isPut }) => isPut === true)
    const begunMs = performance.now()
    this.#store.commit(changesOf(group), { urgent }).then(
      () => {
        this.#meter?.recordSuccess((performance.now() - begunMs) / 1000)
        this.#ended()
        for (const work of group) work.committed()
        this.#next()
      },
      (error: unknown) => this.#failed(group, error),
    )
  }

  #failed(group: ReadonlySet<CommitWork>, error: unknown): void {
    this.#meter?.recordFailure()
    const others = new Set([...group].filter(({ isPut }) => !isPut))
    if (error instanceof MessageStoreError && error.kind === 'full' && others.size > 0 && others.size < group.size) {
      for (const work of group) if (work.isPut) work.failed(error)
      this.#begin(others)
      return
    }
    this.#ended()
    for (const work of this.#failing(group)) work.failed(error)
    this.#next()
  }

  /** Returns the work of a failed commit and all work that depends on it, the latest first. */
  #failing(group: ReadonlySet<CommitWork>): CommitWork[] {
    const failing = [...group]
    if (some(group, ({ isVisible }) => isVisible === true)) {
      failing.push(...this.#waiting)
      this.#waiting = new Set()
    }
    return failing.reverse()
  }

  #ended(): void {
    this.#underWay -= 1
    this.#isExclusive = false
  }

  #next(): void {
    if (this.#waiting.size > 0) {
      this.#schedule()
      return
    }
    if (this.#underWay > 0) return
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
