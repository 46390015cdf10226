/**
 * The message store in PostgreSQL. PostgreSQL has what is committed; a copy on this machine answers reads at once, except
 * those of older bodies, which PostgreSQL returns. A commit resolves when PostgreSQL has committed and the copy shows it.
 * The copy is made again at every start.
 *
 * Several commits can be under way on the connection. When another instance has become active, every commit is rejected.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresConnection } from '../../../lib/postgres/postgres-connection.ts'
import type { PostgresLocation } from '../../../lib/postgres/postgres-location.ts'
import { type MessageStore, MessageStoreError, type PreservedMessage, type StoreChange } from '../message-store.ts'
import { CommitPipeline, isUnanswered, retryMs } from './commit-pipeline.ts'
import type { CommitContents } from './commit-values.ts'
import type { HeldLease } from './lease.ts'
import { type LoadedCopy, loadCopy } from './load-copy.ts'
import { openLocalCopy } from './local-copy.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'
import { splitBySize, takePreservedMessages } from './preserved-messages.ts'
import { openBodyTable, StoredBodies } from './stored-bodies.ts'

/** Where the store is, and the lease that lets this instance write. */
export interface PostgresStoreOptions {
  readonly location: PostgresLocation
  readonly lease: HeldLease
  /** The folder of the copy. It is replaced. */
  readonly copyFolder: string
  readonly created: number
  /** How long commits and reads of bodies wait for a database that cannot be reached, in milliseconds. */
  readonly maxOutageMs?: number
  /** Called once when the store accepts no commits any more, with the reason. */
  onLost?(error: MessageStoreError): void
}

const defaultMaxOutageMs = 60_000
/** This machine prepares one commit while PostgreSQL applies the other one. More commits would only be smaller. */
const maxConcurrentCommits = 2

/** Opens the store. Rejects with a `MessageStoreError` when the database cannot be reached or the copy cannot be written. */
export async function openPostgresMessageStore(options: PostgresStoreOptions): Promise<MessageStore> {
  const { location, lease, copyFolder, created, maxOutageMs = defaultMaxOutageMs, onLost } = options
  const { schema, name } = location
  const writes = openPostgresConnection({ location })
  const bodies = openPostgresConnection({ location })
  const { fence, lastCommit } = lease
  const pipeline = new CommitPipeline({ connection: writes, schema, fence, lastCommit, maxOutageMs, lose })
  let { block } = lease
  let turn: Promise<unknown> = Promise.resolve()
  let loss: MessageStoreError | undefined
  let closing: Promise<void> | undefined

  const copyFile = join(copyFolder, 'messages.db')
  let parked: PreservedMessage[] = []
  let opened: LoadedCopy | undefined
  try {
    opened = await loadCopy({ location, connection: bodies, file: copyFile, created })
    parked = await takePreservedMessages(bodies, schema, fence)
    await removeUnusedBodies()
  } catch (error) {
    await Promise.all([opened?.file.close(), writes.close(), bodies.close()])
    throw toPostgresStoreError(error)
  }
  const { file } = opened
  let { lanes } = opened
  const storedBodies = new StoredBodies({ connection: bodies, schema })
  const copy = openLocalCopy({ file, readBody, onFailed: loseCopy })
  lease.lost.addEventListener('abort', loseLease)
  if (lease.lost.aborted) loseLease()

  return {
    messages: {
      ...copy.messages,
      takeLaneSnapshots() {
        const taken = lanes
        lanes = new Map()
        return taken
      },
    },
    bodies: openBodyTable(bodies, schema, name),
    firstBlock: block,
    maxConcurrentCommits,
    objects: file.objects,
    unusedBytes: file.unusedBytes,

    takePreserved() {
      const taken = parked
      parked = []
      return taken
    },

    commit: (changes) =>
      inTurn(write({ changes }), async () => {
        const objects = changes.filter(isObjectChange)
        // mutant condition true, operator: only saves a request to the thread
        if (objects.length > 0) await writeObjects(objects)
        for (const change of changes) if (change.type === 'remove') storedBodies.forget(change.sequence)
        await copy.apply(changes)
      }),

    claimBlock: () => {
      block += 1
      const claimed = block
      return inTurn(write({ blocks: claimed + 1 }), async () => claimed)
    },

    preserve: (messages) => inTurn(preserve(messages), async () => {}),

    close() {
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    await turn // all commits have ended
    lease.lost.removeEventListener('abort', loseLease)
    await copy.close()
    await Promise.all([file.close(), writes.close(), bodies.close()])
  }

  /** Runs `then` when the commit is stored and all earlier ones have ended. */
  function inTurn<T>(stored: Promise<unknown>, then: () => Promise<T>): Promise<T> {
    const done = turn.then(() => stored).then(then)
    stored.catch(() => undefined) // `done` reports it
    turn = done.catch(() => undefined)
    return done
  }

  function write(contents: CommitContents): Promise<void> {
    return pipeline.commit(contents).catch((error: unknown) => {
      throw toPostgresStoreError(error)
    })
  }

  /** Writes one commit after the other. */
  async function preserve(messages: readonly PreservedMessage[]): Promise<void> {
    for (const preserved of splitBySize(messages)) await write({ preserved })
  }

  async function writeObjects(changes: readonly StoreChange[]): Promise<void> {
    try {
      await file.commit(changes)
    } catch (cause) {
      throw loseCopy(cause as Error)
    }
  }

  function loseCopy(cause: Error): MessageStoreError {
    return lose(`the copy of what was committed cannot be written: ${cause.message}`, cause)
  }

  function loseLease(): void {
    lose((lease.lost.reason as Error).message)
  }

  /** Rejects all later commits. Returns the error, which says that the outcome of the present commit is unknown. */
  function lose(reason: string, cause?: unknown): MessageStoreError {
    if (!loss) {
      loss = new MessageStoreError('lost', `${name}: ${reason}`, { cause })
      lease.stop()
      pipeline.fail(loss)
      onLost?.(loss)
    }
    return loss
  }

  /** Rejects with a `MessageStoreError`: `damaged` when this instance is active and the database does not have the message. */
  async function readBody(sequence: number, next: Iterable<number>): Promise<Buffer | undefined> {
    const body = await untilReachable(() => storedBodies.read(sequence, next))
    if (body) return body
    await turn // a commit may have removed the message
    if (!copy.has(sequence)) return undefined
    const text = `SELECT fence::double precision FROM ${schema}.owner`
    const [owner] = await untilReachable(() => bodies.query({ name: 'read-fence', text }, []))
    if (owner?.fence !== fence) throw lose('another instance of the queue manager has become active')
    const reason = 'it was lost when a standby of the database took over, or removed with other tools'
    throw new MessageStoreError('damaged', `${name}: the database does not have message ${sequence}; ${reason}`)
  }

  /** Reads again while the database cannot be reached. Rejects with a `MessageStoreError`. */
  async function untilReachable<T>(read: () => Promise<T>): Promise<T> {
    for (const begun = performance.now(); ; await delay(retryMs)) {
      if (loss) throw loss
      try {
        return await read()
      } catch (error) {
        if (!isUnanswered(error) || closing || performance.now() - begun > maxOutageMs)
          throw toPostgresStoreError(error)
      }
    }
  }

  /** Removes bodies whose message was never committed. */
  async function removeUnusedBodies(): Promise<void> {
    const text = `DELETE FROM ${schema}.body WHERE name NOT IN
      (SELECT body_file FROM ${schema}.message WHERE body_file IS NOT NULL)`
    await bodies.query({ name: 'remove-unused-bodies', text }, [])
  }
}

function isObjectChange({ type }: StoreChange): boolean {
  return type === 'saveObject' || type === 'removeObject'
}
