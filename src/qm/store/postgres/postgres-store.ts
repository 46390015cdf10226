/**
 * The message store in PostgreSQL. PostgreSQL has what is committed; a file on this machine is a copy that answers
 * reads at once. A commit resolves when PostgreSQL has committed and the copy shows it.
 *
 * The copy is made again at every start, and is not synced. A commit whose answer is lost is sent again with the same
 * number, which PostgreSQL applies once. When another instance has become active, every commit is rejected.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresConnection } from '../../../lib/postgres/postgres-connection.ts'
import { isUndecided, PostgresError } from '../../../lib/postgres/postgres-error.ts'
import type { PostgresLocation } from '../../../lib/postgres/postgres-location.ts'
import { type MessageStore, MessageStoreError, type PreservedMessage } from '../message-store.ts'
import { openBodyTable } from './body-table.ts'
import { buildCommitValues, type CommitArguments, commitStatement } from './commit-values.ts'
import type { HeldLease } from './lease.ts'
import { loadCopy, readMessages } from './load-copy.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'

/** Where the store is, and the lease that lets this instance write. */
export interface PostgresStoreOptions {
  readonly location: PostgresLocation
  readonly lease: HeldLease
  /** The folder of the copy. It is replaced. */
  readonly copyFolder: string
  readonly created: number
  /** How long commits wait for a database that cannot be reached, in milliseconds. */
  readonly maxOutageMs?: number
  /** Called once when the store accepts no commits any more, with the reason. */
  onLost?(error: MessageStoreError): void
}

const defaultMaxOutageMs = 60_000
const retryMs = 100
/** The maximum size in bytes of the bodies in one commit of preserved messages. */
const maxPreservedBytes = 64 * 1_048_576

/** Opens the store. Rejects with a `MessageStoreError` when the database cannot be reached or the copy cannot be written. */
export async function openPostgresMessageStore(options: PostgresStoreOptions): Promise<MessageStore> {
  const { location, lease, copyFolder, created, maxOutageMs = defaultMaxOutageMs, onLost } = options
  const { schema, name } = location
  const writes = openPostgresConnection({ location })
  const bodies = openPostgresConnection({ location })
  const statement = commitStatement(schema)
  let { lastCommit, block } = lease
  let turn: Promise<unknown> = Promise.resolve()
  let loss: MessageStoreError | undefined
  let closing: Promise<void> | undefined

  const file = join(copyFolder, 'messages.db')
  let parked: PreservedMessage[] = []
  let opened: MessageStore | undefined
  try {
    opened = await loadCopy({ connection: bodies, schema, file, created })
    parked = await takePreserved()
    await removeUnusedBodies()
  } catch (error) {
    await Promise.all([opened?.close(), writes.close(), bodies.close()])
    throw toPostgresStoreError(error)
  }
  const copy = opened
  lease.lost.addEventListener('abort', loseLease, { once: true })
  if (lease.lost.aborted) loseLease()

  return {
    messages: copy.messages,
    bodies: openBodyTable(bodies, schema, name),
    firstBlock: block,
    objects: copy.objects,
    unusedBytes: copy.unusedBytes,

    takePreserved() {
      const taken = parked
      parked = []
      return taken
    },

    commit: (changes) =>
      inTurn(async () => {
        await write({ changes })
        try {
          await copy.commit(changes, { urgent: true })
        } catch (cause) {
          throw lose(`the copy of what was committed cannot be written: ${(cause as Error).message}`, cause)
        }
      }),

    claimBlock: () =>
      inTurn(async () => {
        await write({ blocks: block + 2 }) // the number of blocks, one more than the number of the last one
        block += 1
        return block
      }),

    preserve: (messages) =>
      inTurn(async () => {
        for (const preserved of splitBySize(messages)) await write({ preserved })
      }),

    close() {
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    await turn
    lease.lost.removeEventListener('abort', loseLease)
    await Promise.all([copy.close(), writes.close(), bodies.close()])
  }

  /** Runs commits one after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** Sends a commit until PostgreSQL has decided it. */
  async function write(given: Pick<CommitArguments, 'changes' | 'blocks' | 'preserved'>): Promise<void> {
    if (loss) throw loss
    const number = lastCommit + 1
    const values = buildCommitValues({ fence: lease.fence, number, ...given })
    const deadline = performance.now() + maxOutageMs
    for (;;) {
      try {
        const [row] = await writes.query(statement, values)
        if (row?.outcome !== 'committed')
          throw lose('another instance of the queue manager has become active')
        lastCommit = number
        return
      } catch (error) {
        if (loss || !isUnanswered(error)) throw toPostgresStoreError(error)
        if (performance.now() > deadline) throw lose((error as Error).message, error)
      }
      await delay(retryMs)
    }
  }

  function loseLease(): void {
    lose((lease.lost.reason as Error).message)
  }

  /** Rejects all later commits. Returns the error, which says that the outcome of the present commit is unknown. */
  function lose(reason: string, cause?: unknown): MessageStoreError {
    if (!loss) {
      loss = new MessageStoreError('lost', `${name}: ${reason}`, { cause })
      lease.stop()
      onLost?.(loss)
    }
    return loss
  }

  /** Reads the preserved messages and deletes them. */
  async function takePreserved(): Promise<PreservedMessage[]> {
    const found: PreservedMessage[] = []
    for await (const page of readMessages(bodies, `${schema}.preserved`)) found.push(...page)
    const text = `DELETE FROM ${schema}.preserved WHERE (SELECT fence FROM ${schema}.owner) = $1`
    if (found.length > 0) await bodies.query({ name: 'clear-preserved', text }, [lease.fence])
    return found
  }

  /** Removes bodies whose message was never committed. */
  async function removeUnusedBodies(): Promise<void> {
    const text = `DELETE FROM ${schema}.body WHERE name NOT IN
      (SELECT body_file FROM ${schema}.message WHERE body_file IS NOT NULL)`
    await bodies.query({ name: 'remove-unused-bodies', text }, [])
  }
}

/** Returns whether a statement was not sent, or may have been committed without an answer. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof PostgresError)) return false
  return error.code === 'unavailable' || (error.code === 'failed' && isUndecided(error.cause))
}

function splitBySize(messages: readonly PreservedMessage[]): PreservedMessage[][] {
  const groups: PreservedMessage[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    if (bytes + message.body.length > maxPreservedBytes) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(message)
    bytes += message.body.length
  }
  return groups
}
