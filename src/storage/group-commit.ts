/**
 * Group commit: writes that arrive during one turn of the event loop share one transaction, so that a hundred of
 * them wait for one flush of the disk instead of a hundred.
 *
 * A promise settles only after the COMMIT that holds its write. Each write is one changing statement, which SQLite
 * undoes by itself when it fails; so a bad write is refused alone, and the others of its group are kept.
 */
import type { DatabaseSync } from 'node:sqlite'

import { isBusy, StoreError, storeError } from './store-error.ts'

/** Bounds how long one group holds the lock and the event loop. */
const largestGroup = 512
/** How long a group waits for other processes, and how long between two tries, in milliseconds. */
const patience = 10_000
const pause = 5

export interface GroupCommit {
  /** Runs the work inside the next transaction, and answers what it returned once that is on disk. */
  write<T>(work: () => T): Promise<T>
  /** Finishes what is waiting; later writes are refused. */
  close(): Promise<void>
}

interface Job {
  work: () => unknown
  settle: { resolve: (value: never) => void; reject: (error: Error) => void }
}

export function groupCommit(database: DatabaseSync, file: string): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE') // takes the lock now, so that no write can fail halfway for it
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const waiting: Job[] = []
  let running = false
  let waitingSince: number | undefined
  let closed: (() => void) | undefined
  let closing: Promise<void> | undefined

  return {
    write<T>(work: () => T) {
      if (closing) return Promise.reject(new StoreError('closed', `state file ${file}: it has been closed`))

      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.push({ work, settle: { resolve, reject } })
      if (!running) {
        running = true
        setImmediate(turn)
      }
      return promise
    },

    close() {
      closing ??= new Promise((resolve) => {
        if (running) closed = resolve
        else resolve()
      })
      return closing
    },
  }

  function turn() {
    if (!began()) return

    const group = waiting.splice(0, largestGroup)
    try {
      const settlements = group.map(run)
      commit.run()
      for (const settle of settlements) settle()
    } catch (cause) {
      abandon()
      const error = storeError(cause, file)
      for (const job of group) job.settle.reject(error)
    }
    next()
  }

  /** Takes the write lock; otherwise sees to it that there is another try, or an end of it. */
  function began(): boolean {
    try {
      begin.run()
      waitingSince = undefined
      return true
    } catch (cause) {
      const now = performance.now()
      waitingSince ??= now
      if (isBusy(cause) && now - waitingSince < patience) {
        setTimeout(turn, pause) // not a sleep inside SQLite: other requests go on meanwhile
        return false
      }
      waitingSince = undefined
      const error = storeError(cause, file)
      for (const job of waiting.splice(0)) job.settle.reject(error)
      next()
      return false
    }
  }

  /** Does one write of the group, and answers what is to be told about it after the commit. */
  function run(job: Job): () => void {
    try {
      const result = job.work() as never
      return () => job.settle.resolve(result)
    } catch (cause) {
      if (!database.isTransaction) throw cause // SQLite gave up the whole transaction, as it may on a full disk
      const error = storeError(cause, file)
      return () => job.settle.reject(error)
    }
  }

  function abandon() {
    try {
      if (database.isTransaction) rollback.run()
    } catch {
      // The next BEGIN tells what is wrong with the connection.
    }
  }

  function next() {
    if (waiting.length > 0) {
      setImmediate(turn)
      return
    }
    running = false
    closed?.()
  }
}
