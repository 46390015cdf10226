/**
 * The message store in PostgreSQL. PostgreSQL has what is committed; a copy on this machine answers reads at once, except
 * those of older bodies, which PostgreSQL returns. A commit resolves when PostgreSQL has committed and the copy shows it.
 * The copy is made again at every start.
 *
 * Several commits can be under way on the connection. When another instance has become active, every commit is rejected.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresConnection, type PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import type { PostgresLocation } from '../../../../shared/lib/postgres/postgres-location.ts'
import {
  type BodyFileStore,
  type MessageStore,
  MessageStoreError,
  type PreservedMessage,
  type StoreChange,
  type StoredMessageReader,
} from '../../../manager/store/message-store.ts'
import { CommitPipeline, isUnanswered, retryMs } from './commit-pipeline.ts'
import type { CommitContents } from './commit-values.ts'
import type { HeldLease } from './lease.ts'
import { type LoadedCopy, loadCopy } from './load-copy.ts'
import { LocalCopy } from './local-copy.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'
import { splitBySize, takePreservedMessages } from './preserved-messages.ts'
import { openBodyTable, StoredBodies } from './stored-bodies.ts'

/** Where the store is, and the lease that lets this instance write. */
export interface PostgresStoreOptions {
  readonly location: PostgresLocation
  readonly lease: Pick<HeldLease, 'fence' | 'lastCommit' | 'block' | 'lost' | 'stop'>
  /** The folder of the copy. It is replaced. */
  readonly copyFolder: string
  readonly created: number
  /** How long commits and reads of bodies wait for a database that cannot be reached, in milliseconds. */
  readonly maxOutageMs?: number
  /** Called once when the store accepts no commits any more, with the reason. */
  onLost?(error: MessageStoreError): void
}

/** Opens the store. Rejects with a `MessageStoreError` when the database cannot be reached or the copy cannot be written. */
export async function openPostgresMessageStore(options: PostgresStoreOptions): Promise<MessageStore> {
  const { location, lease, copyFolder, created } = options
  const writes = openPostgresConnection({ location })
  const bodies = openPostgresConnection({ location })
  let copy: LoadedCopy | undefined
  try {
    copy = await loadCopy({ location, connection: bodies, file: join(copyFolder, 'messages.db'), created })
    const parked = await takePreservedMessages(bodies, location.schema, lease.fence)
    await removeUnusedBodies(bodies, location.schema)
    return new PostgresMessageStore(options, { writes, bodies, copy, parked })
  } catch (error) {
    await Promise.all([copy?.file.close(), writes.close(), bodies.close()])
    throw toPostgresStoreError(error)
  }
}

/** What was read from the database at the start, and the connections to it. */
interface OpenedParts {
  readonly writes: PostgresConnection
  readonly bodies: PostgresConnection
  readonly copy: LoadedCopy
  readonly parked: PreservedMessage[]
}

class PostgresMessageStore implements MessageStore {
  readonly messages: StoredMessageReader
  readonly bodies: BodyFileStore
  readonly firstBlock: number
  /** This machine prepares one commit while PostgreSQL applies the other one. More commits would only be smaller. */
  readonly maxConcurrentCommits = 2
  readonly objects: MessageStore['objects']
  readonly unusedBytes: MessageStore['unusedBytes']
  readonly #options: PostgresStoreOptions
  readonly #parts: OpenedParts
  readonly #pipeline: CommitPipeline
  readonly #storedBodies: StoredBodies
  readonly #copy: LocalCopy
  readonly #maxOutageMs: number
  #parked: PreservedMessage[]
  #block: number
  #turn: Promise<unknown> = Promise.resolve()
  #loss: MessageStoreError | undefined
  #closing: Promise<void> | undefined

  constructor(options: PostgresStoreOptions, parts: OpenedParts) {
    const { location, lease, maxOutageMs = 60_000 } = options
    const { schema, name } = location
    const { fence, lastCommit, block } = lease
    const { writes, bodies, copy, parked } = parts
    const lose = (reason: string, cause?: unknown) => this.#lose(reason, cause)
    this.#options = options
    this.#parts = parts
    this.#maxOutageMs = maxOutageMs
    this.#pipeline = new CommitPipeline({ connection: writes, schema, fence, lastCommit, maxOutageMs, lose })
    this.#storedBodies = new StoredBodies({ connection: bodies, schema })
    this.#parked = parked
    this.#block = block
    this.firstBlock = block
    this.#copy = new LocalCopy({
      file: copy.file,
      readBody: (sequence, next) => this.#readBody(sequence, next),
      onFailed: (error) => this.#loseCopy(error),
    })
    let { lanes } = copy
    this.messages = {
      ...this.#copy.messages,
      takeLaneSnapshots() {
        const taken = lanes
        lanes = new Map()
        return taken
      },
    }
    this.bodies = openBodyTable(bodies, schema, name)
    this.objects = copy.file.objects
    this.unusedBytes = copy.file.unusedBytes
    lease.lost.addEventListener('abort', this.#loseLease)
    if (lease.lost.aborted) this.#loseLease()
  }

  takePreserved(): PreservedMessage[] {
    const taken = this.#parked
    this.#parked = []
    return taken
  }

  commit(changes: readonly StoreChange[]): Promise<void> {
    return this.#inTurn(this.#write({ changes }), async () => {
      const objects = changes.filter(({ type }) => type === 'saveObject' || type === 'removeObject')
      if (objects.length > 0) await this.#writeObjects(objects)
      for (const change of changes) if (change.type === 'remove') this.#storedBodies.forget(change.sequence)
      await this.#copy.apply(changes)
    })
  }

  claimBlock(): Promise<number> {
    this.#block += 1
    const claimed = this.#block
    return this.#inTurn(this.#write({ blocks: claimed + 1 }), async () => claimed)
  }

  preserve(messages: readonly PreservedMessage[]): Promise<void> {
    return this.#inTurn(this.#preserve(messages), async () => {})
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { writes, bodies, copy } = this.#parts
    await this.#turn // all commits have ended
    this.#options.lease.lost.removeEventListener('abort', this.#loseLease)
    await this.#copy.close()
    await Promise.all([copy.file.close(), writes.close(), bodies.close()])
  }

  /** Runs `then` when the commit is stored and all earlier ones have ended. */
  #inTurn<T>(stored: Promise<unknown>, then: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => stored).then(then)
    stored.catch(() => undefined) // `done` reports it
    this.#turn = done.catch(() => undefined)
    return done
  }

  #write(contents: CommitContents): Promise<void> {
    return this.#pipeline.commit(contents).catch((error: unknown) => {
      throw toPostgresStoreError(error)
    })
  }

  /** Writes one commit after the other. */
  async #preserve(messages: readonly PreservedMessage[]): Promise<void> {
    for (const preserved of splitBySize(messages)) await this.#write({ preserved })
  }

  async #writeObjects(changes: readonly StoreChange[]): Promise<void> {
    try {
      await this.#parts.copy.file.commit(changes)
    } catch (cause) {
      throw this.#loseCopy(cause as Error)
    }
  }

  #loseCopy(cause: Error): MessageStoreError {
    return this.#lose(`the copy of what was committed cannot be written: ${cause.message}`, cause)
  }

  readonly #loseLease = (): void => {
    this.#lose((this.#options.lease.lost.reason as Error).message)
  }

  /** Rejects all later commits. Returns the error, which says that the outcome of the present commit is unknown. */
  #lose(reason: string, cause?: unknown): MessageStoreError {
    if (!this.#loss) {
      const { location, lease, onLost } = this.#options
      this.#loss = new MessageStoreError('lost', `${location.name}: ${reason}`, { cause })
      lease.stop()
      this.#pipeline.fail(this.#loss)
      onLost?.(this.#loss)
    }
    return this.#loss
  }

  /** Rejects with a `MessageStoreError`: `damaged` when this instance is active and the database does not have the message. */
  async #readBody(sequence: number, next: Iterable<number>): Promise<Buffer | undefined> {
    const { location, lease } = this.#options
    const body = await this.#untilReachable(() => this.#storedBodies.read(sequence, next))
    if (body) return body
    await this.#turn // a commit may have removed the message
    if (!this.#copy.has(sequence)) return undefined
    const text = `SELECT fence::double precision FROM ${location.schema}.owner`
    const [owner] = await this.#untilReachable(() => this.#parts.bodies.query({ name: 'read-fence', text }, []))
    if (owner?.fence !== lease.fence) throw this.#lose('another instance of the queue manager has become active')
    const reason = 'it was lost when a standby of the database took over, or removed with other tools'
    const problem = `${location.name}: the database does not have message ${sequence}; ${reason}`
    throw new MessageStoreError('damaged', problem)
  }

  /** Reads again while the database cannot be reached. Rejects with a `MessageStoreError`. */
  async #untilReachable<T>(read: () => Promise<T>): Promise<T> {
    for (const begun = performance.now(); ; await delay(retryMs)) {
      if (this.#loss) throw this.#loss
      try {
        return await read()
      } catch (error) {
        const isOver = performance.now() - begun > this.#maxOutageMs
        if (!isUnanswered(error) || this.#closing || isOver) throw toPostgresStoreError(error)
      }
    }
  }
}

/** Removes bodies whose message was never committed. */
async function removeUnusedBodies(connection: PostgresConnection, schema: string): Promise<void> {
  const text = `DELETE FROM ${schema}.body WHERE name NOT IN
    (SELECT body_file FROM ${schema}.message WHERE body_file IS NOT NULL)`
  await connection.query({ name: 'remove-unused-bodies', text }, [])
}
