/** Reads bodies from PostgreSQL when needed, with those that gets in order need next in one statement. */
import { randomUUID } from 'node:crypto'
import type { PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import { renderBodyChecksum } from '../../../manager/store/database/checksums.ts'
import { type BodyFileStore, MessageStoreError } from '../../../manager/store/message-store.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'

const minMessagesPerRead = 8
const maxMessagesPerRead = 256
/** The limit in bytes of the bodies that are read ahead in one statement. */
const maxBytesPerRead = 1_048_576
/** The limit in bytes of the bodies in memory that no get has asked for yet. */
const maxReadAheadBytes = 8 * maxBytesPerRead
/** The number of places where reads may go on. */
const maxContinuations = 64

/** Where the bodies are. */
type StoredBodiesOptions = { readonly connection: Pick<PostgresConnection, 'query'>; readonly schema: string }

export class StoredBodies {
  readonly #connection: StoredBodiesOptions['connection']
  readonly #statement: { name: string; text: string }
  /** Bodies that were read ahead, the oldest first. */
  readonly #ahead = new Map<number, Buffer>()
  #aheadBytes = 0
  /** The reads in progress, by each message that they may bring. */
  readonly #reads = new Map<number, Promise<unknown>>()
  /** The number of messages of the last read, by the message after its last one. */
  readonly #continuations = new Map<number, number>()

  constructor({ connection, schema }: StoredBodiesOptions) {
    this.#connection = connection
    this.#statement = { name: 'read-bodies', text: readStatement(schema) }
  }

  /**
   * Resolves with the body, and with undefined when the database does not have the message. `next` iterates over the
   * messages that are likely to be needed next. Rejects with a `PostgresError`.
   */
  read(sequence: number, next: Iterable<number>): Promise<Buffer | undefined> {
    const take = () => this.#take(sequence) ?? this.#query(this.#chooseMessages(sequence, next))
    const reading = this.#reads.get(sequence)
    return reading ? reading.then(take, take) : Promise.resolve(take())
  }

  #take(sequence: number): Buffer | undefined {
    const body = this.#ahead.get(sequence)
    this.forget(sequence)
    return body
  }

  /** Removes a body that was read ahead. */
  forget(sequence: number): void {
    this.#aheadBytes -= this.#ahead.get(sequence)?.length ?? 0
    this.#ahead.delete(sequence)
  }

  /** Returns the messages of a read, the wanted one first. */
  #chooseMessages(sequence: number, next: Iterable<number>): number[] {
    const count = Math.min(2 * (this.#continuations.get(sequence) ?? minMessagesPerRead / 2), maxMessagesPerRead)
    this.#continuations.delete(sequence)
    const chosen = [sequence]
    for (const each of next) {
      if (this.#ahead.has(each) || this.#reads.has(each)) continue
      if (chosen.length === count) {
        this.#continue(each, count)
        break
      }
      chosen.push(each)
    }
    return chosen
  }

  #continue(sequence: number, count: number): void {
    this.#continuations.set(sequence, count)
    const [oldest] = this.#continuations.keys()
    if (this.#continuations.size > maxContinuations) this.#continuations.delete(oldest as number)
  }

  async #query(sequences: readonly number[]): Promise<Buffer | undefined> {
    const reading = this.#connection.query(this.#statement, [`{${sequences}}`, maxBytesPerRead])
    for (const each of sequences) this.#reads.set(each, reading)
    try {
      const rows = await reading
      let wanted: Buffer | undefined
      for (const { sequence, body } of rows as { sequence: number; body: Buffer }[]) {
        if (sequence === sequences[0]) wanted = body
        else this.#keep(sequence, body)
      }
      return wanted
    } finally {
      for (const each of sequences) this.#reads.delete(each)
    }
  }

  #keep(sequence: number, body: Buffer): void {
    // Two statements in progress can bring the same body.
    this.forget(sequence)
    this.#ahead.set(sequence, body)
    this.#aheadBytes += body.length
    for (const oldest of this.#ahead.keys()) {
      if (this.#aheadBytes <= maxReadAheadBytes) break
      this.forget(oldest)
    }
  }
}

/** The first message of the array, and the following ones as far as their bodies are within the limit in bytes. */
function readStatement(schema: string): string {
  return `SELECT sequence::double precision, body FROM (
      SELECT message.sequence, body, place, sum(octet_length(body)) OVER (ORDER BY place) AS total
      FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (sequence, place)
      JOIN ${schema}.message ON message.sequence = wanted.sequence) AS found
    WHERE place = 1 OR total <= $2`
}

const partBytes = 1_048_576

/**
 * Stores large bodies in PostgreSQL, in rows of 1 MiB. A body is written before the message that refers to it, and
 * removed after it. The name ends with the checksum of the body.
 *
 * Returns the store of bodies in the table `body` of the schema. `place` begins the messages of errors.
 */
export function openBodyTable(connection: PostgresConnection, schema: string, place: string): BodyFileStore {
  const add = { name: 'add-body', text: `INSERT INTO ${schema}.body VALUES ($1, $2, $3)` }
  const read = { name: 'read-body', text: `SELECT bytes FROM ${schema}.body WHERE name = $1 AND part = $2` }
  const remove = { name: 'remove-body', text: `DELETE FROM ${schema}.body WHERE name = $1` }

  async function query(statement: typeof add, values: readonly unknown[]) {
    try {
      return await connection.query(statement, values)
    } catch (error) {
      throw toPostgresStoreError(error)
    }
  }

  return {
    async write(body) {
      const name = `${randomUUID()}.${renderBodyChecksum(body)}`
      for (let part = 0; part * partBytes < body.length; part += 1)
        await query(add, [name, part, body.subarray(part * partBytes, (part + 1) * partBytes)])
      return name
    },

    async read(name) {
      const parts: Buffer[] = []
      for (;;) {
        const [row] = await query(read, [name, parts.length])
        if (!row) break
        parts.push(row.bytes as Buffer)
      }
      const body = Buffer.concat(parts)
      if (name.split('.')[1] === renderBodyChecksum(body)) return body
      throw new MessageStoreError('damaged', `${place}: the body ${name} is not what was written`)
    },

    async remove(name) {
      await query(remove, [name])
    },
  }
}
