/** A journal: records on an agent's state queue, in the units of work of what they describe. */
import type { Connection, UnitOfWork } from '../../../../manager/index.ts'
import { formats } from '../types/names.ts'

type JournalMessage = { readonly key: string; readonly record: unknown }

export type LoadedJournal = { readonly journal: Journal; readonly records: readonly unknown[] }

export class Journal {
  readonly key: string
  readonly #connection: Connection
  readonly #queue: string
  readonly #messageIds: Buffer[]

  constructor(connection: Connection, queue: string, key: string, messageIds: readonly Buffer[] = []) {
    this.key = key
    this.#connection = connection
    this.#queue = queue
    this.#messageIds = [...messageIds]
  }

  /** Appends a record in the unit of work. */
  async append(unitOfWork: UnitOfWork, record: unknown): Promise<void> {
    const body = Buffer.from(JSON.stringify({ key: this.key, record } satisfies JournalMessage))
    const message = { body, format: formats.journal, persistence: 'persistent' as const }
    const { messageId } = await this.#connection.put({ queue: this.#queue }, message, { unitOfWork })
    this.#messageIds.push(messageId)
  }

  /** Removes all records in the unit of work. Returns their number, for `forget` after the commit. */
  async clear(unitOfWork: UnitOfWork): Promise<number> {
    const ids = [...this.#messageIds]
    for (const messageId of ids) {
      // The message is missing when the unit of work that appended it failed.
      await this.#connection.get(this.#queue, { messageId, unitOfWork })
    }
    return ids.length
  }

  /** Forgets the first records, which were removed in a commit. */
  forget(count: number): void {
    this.#messageIds.splice(0, count)
  }
}

/** Reads all journals of a state queue, in the order of their first records. */
export async function loadJournals(connection: Connection, queue: string): Promise<ReadonlyMap<string, LoadedJournal>> {
  const found = new Map<string, { ids: Buffer[]; records: unknown[] }>()
  using browser = connection.open(queue, { mode: 'browse' })
  for (let message = await browser.browseNext(); message; message = await browser.browseNext()) {
    const { key, record } = JSON.parse(message.body.toString('utf8')) as JournalMessage
    const entry = found.get(key) ?? { ids: [], records: [] }
    entry.ids.push(message.messageId)
    entry.records.push(record)
    found.set(key, entry)
  }
  return new Map(
    [...found].map(([key, { ids, records }]) => [key, { journal: new Journal(connection, queue, key, ids), records }]),
  )
}

/**
 * Yields the journals whose keys have a prefix, with the rest of the key. The record of the kind `opening` comes first.
 * A record that was committed beside the end of a journal is alone, and is left out.
 */
export function* selectJournals<R extends { readonly kind: string }>(
  journals: ReadonlyMap<string, LoadedJournal>,
  prefix: string,
  opening: R['kind'],
) {
  for (const [key, { journal, records }] of journals) {
    if (!key.startsWith(prefix)) continue
    const all = records as readonly R[]
    const first = all.find(({ kind }) => kind === opening)
    if (!first) continue
    yield { id: key.slice(prefix.length), journal, records: [first, ...all.filter((record) => record !== first)] }
  }
}

/** What happens after the commit of a unit of work; undefined when there is nothing to do. */
export type AfterCommit = (() => Promise<void> | void) | undefined

/** Runs the work in a unit of work and commits it. Backs it out and rejects when the work or the commit fails. */
export async function commitTogether<T>(
  connection: Connection,
  work: (unitOfWork: UnitOfWork) => Promise<T>,
): Promise<T> {
  const unit = connection.beginUnitOfWork()
  try {
    const result = await work(unit)
    await unit.commit()
    return result
  } catch (error) {
    await unit.backout({ countsBackout: false }).catch(() => undefined)
    throw error
  }
}
