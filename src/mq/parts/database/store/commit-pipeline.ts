/**
 * Sends commits to PostgreSQL without waiting for the answers of earlier ones. Each names the commit before it, and
 * PostgreSQL applies it only after that one: a failed commit makes the later ones `skipped`, and they are sent again
 * with new numbers. A commit whose answer is lost is sent again with its number, which PostgreSQL applies once.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import { isUndecided, PostgresError } from '../../../../shared/lib/postgres/postgres-error.ts'
import { buildChangeValues, type CommitContents, commitStatement } from './commit-values.ts'

/** What a pipeline needs. */
export interface CommitPipelineOptions {
  readonly connection: PostgresConnection
  readonly schema: string
  /** The number that identifies this instance as the active one. */
  readonly fence: number
  /** The number of the last commit in the database. */
  readonly lastCommit: number
  /** How long commits wait for a database that cannot be reached, in milliseconds. */
  readonly maxOutageMs: number
  /** Called when the pipeline accepts no commits any more. Returns the error with which they reject. */
  lose(reason: string, cause?: unknown): Error
}

interface PendingCommit {
  /** 0 until it is sent for the first time. */
  number: number
  previous: number
  /** Whether an attempt had no answer, so that the commit may have been stored. */
  mayBeStored: boolean
  readonly values: readonly unknown[]
  readonly done: PromiseWithResolvers<void>
}

/** The pause before a statement is sent again to a database that could not be reached, in milliseconds. */
export const retryMs = 100

export class CommitPipeline {
  readonly #options: CommitPipelineOptions
  readonly #statement: ReturnType<typeof commitStatement>
  /** The commits without a decision, in their order. */
  readonly #pending = new Set<PendingCommit>()
  /** The number of statements that have no answer yet. */
  #sentCount = 0
  /** The number that was used last, the number at the end of the chain, and that of the last decided commit. */
  #lastNumber: number
  #chainEnd: number
  #committed: number
  /** Whether later commits wait until all sent ones are answered, because one of them failed or had no answer. */
  #isPaused = false
  #outageSince: number | undefined
  /** The reason why a sent commit has no answer. */
  #outage: unknown
  #loss: Error | undefined

  constructor(options: CommitPipelineOptions) {
    this.#options = options
    this.#statement = commitStatement(options.schema)
    this.#lastNumber = options.lastCommit
    this.#chainEnd = options.lastCommit
    this.#committed = options.lastCommit
  }

  /** Commits the contents after all earlier ones. Rejects with a `PostgresError`, or with the error of `lose`. */
  commit(contents: CommitContents): Promise<void> {
    if (this.#loss) return Promise.reject(this.#loss)
    const commit: PendingCommit = {
      number: 0,
      mayBeStored: false,
      done: Promise.withResolvers<void>(),
      previous: 0, // `#chain` sets it with the number
      values: buildChangeValues(contents),
    }
    this.#pending.add(commit)
    if (!this.#isPaused) this.#send(this.#chain(commit))
    return commit.done.promise
  }

  /** Rejects all pending and later commits. */
  fail(loss: Error): void {
    this.#loss ??= loss
    for (const commit of this.#pending) this.#settle(commit, this.#loss)
  }

  /** Adds the commit to the chain. Numbers are never used twice, so that a late attempt of a failed commit changes nothing. */
  #chain(commit: PendingCommit): PendingCommit {
    this.#lastNumber += 1
    commit.previous = this.#chainEnd
    commit.number = this.#lastNumber
    this.#chainEnd = commit.number
    return commit
  }

  #send(commit: PendingCommit): void {
    const { connection, fence } = this.#options
    this.#sentCount += 1
    connection
      .query(this.#statement, [fence, commit.number, commit.previous, ...commit.values])
      .then(
        ([row]) => this.#answered(commit, row?.outcome),
        (error: unknown) => this.#failed(commit, error),
      )
      .finally(() => {
        this.#sentCount -= 1
        if (this.#isPaused && this.#sentCount === 0) void this.#resume()
      })
  }

  #answered(commit: PendingCommit, outcome: unknown): void {
    if (outcome === 'fenced') {
      this.#options.lose('another instance of the queue manager has become active')
    } else if (outcome === 'skipped') {
      this.#skipped(commit)
    } else {
      this.#committed = commit.number
      this.#outageSince = undefined
      this.#settle(commit)
    }
  }

  /** The commit before this one is not the last one in the database: it failed, or the database has lost it. */
  #skipped(commit: PendingCommit): void {
    commit.mayBeStored = false
    this.#isPaused = true
    if (commit.previous !== this.#committed) return
    const reason = 'a standby without synchronous_commit was promoted, or a backup was restored'
    this.#options.lose(`the database has lost commits that it had confirmed: ${reason}`)
  }

  #failed(commit: PendingCommit, error: unknown): void {
    this.#isPaused = true
    if (isUnanswered(error) || commit.mayBeStored) {
      this.#outage = error
      commit.mayBeStored ||= !(error instanceof PostgresError && error.code === 'unavailable')
    } else {
      this.#settle(commit, error)
    }
  }

  #settle(commit: PendingCommit, error?: unknown): void {
    if (!this.#pending.delete(commit)) return
    if (error === undefined) commit.done.resolve()
    else commit.done.reject(error)
  }

  /** Sends the pending commits again, when all sent ones have an answer or have lost their connection. */
  async #resume(): Promise<void> {
    const outage = this.#outage
    this.#outage = undefined
    if (outage) await this.#waitForDatabase(outage)
    else this.#restartChain()
    this.#isPaused = false
    for (const commit of this.#pending) this.#send(commit.number === 0 ? this.#chain(commit) : commit)
  }

  async #waitForDatabase(error: unknown): Promise<void> {
    this.#outageSince ??= performance.now()
    const isOver = performance.now() - this.#outageSince > this.#options.maxOutageMs
    if (isOver) this.#options.lose((error as Error).message, error)
    else await delay(retryMs)
  }

  /** After a failed commit, the first skipped one follows the last one that was stored. */
  #restartChain(): void {
    this.#chainEnd = this.#committed
    for (const commit of this.#pending) commit.number = 0
  }
}

/** Returns whether a statement was not sent, or may have been committed without an answer. */
export function isUnanswered(error: unknown): error is PostgresError {
  if (!(error instanceof PostgresError)) return false
  return error.code === 'unavailable' || (error.code === 'failed' && isUndecided(error.cause))
}
