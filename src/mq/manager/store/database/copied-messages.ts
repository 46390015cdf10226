/**
 * Messages without their bodies as COPY of PostgreSQL sends them: the number of columns in two bytes, and for each column
 * its length in four bytes, which is -1 for null, and its value. All numbers are big-endian.
 */
import type { PlaceRow } from './lane-snapshots.ts'
import type { DeserializedMessage } from './message-row.ts'

/** The columns in the order of `MessageColumns`, and the backout count that replaces the one in the descriptor. */
export const copiedColumns = `queue::double precision, sequence::double precision, lane::double precision, foreign_id,
  correlation_id, expires_at, length::double precision, body_file, descriptor, backout_count::double precision`

/** Returns the columns of one row that decide where its message is in the order of deliveries. */
export function parseCopiedPlace(row: Buffer): PlaceRow {
  const columns = new CopiedColumns(row)
  columns.beginRow()
  const [queue, sequence, lane] = [columns.number(), columns.number(), columns.number()]
  return [queue as number, lane as number, sequence as number, columns.bytes(), columns.bytes()]
}

/** Iterates over the messages of consecutive rows. */
export function* parseCopiedMessages(rows: Buffer): Generator<DeserializedMessage> {
  const columns = new CopiedColumns(rows)
  while (columns.beginRow()) {
    const [queue, sequence, lane] = [columns.number(), columns.number(), columns.number()]
    const [foreignId, correlationId] = [columns.bytes(), columns.bytes()]
    const [expiresAt, length, bodyFile] = [columns.number(), columns.number(), columns.text()]
    const descriptor = withBackoutCount(columns.text() as string, columns.number())
    yield {
      columns: [
        ...([queue as number, sequence as number, lane as number] as const),
        ...([foreignId, correlationId, expiresAt, length as number, bodyFile, descriptor] as const),
      ],
      body: emptyBody,
    }
  }
}

const emptyBody = new Uint8Array()

function withBackoutCount(descriptor: string, backoutCount: number | null): string {
  return backoutCount === null ? descriptor : JSON.stringify({ ...JSON.parse(descriptor), backoutCount })
}

class CopiedColumns {
  readonly #rows: Buffer
  #position = 0

  constructor(rows: Buffer) {
    this.#rows = rows
  }

  /** Returns false after the last row. */
  beginRow(): boolean {
    const isThere = this.#position < this.#rows.length
    this.#position += 2
    return isThere
  }

  number(): number | null {
    const length = this.#length()
    if (length === -1) return null
    this.#position += length
    return this.#rows.readDoubleBE(this.#position - length)
  }

  bytes(): Buffer | null {
    const length = this.#length()
    if (length === -1) return null
    this.#position += length
    return this.#rows.subarray(this.#position - length, this.#position)
  }

  text(): string | null {
    const length = this.#length()
    if (length === -1) return null
    this.#position += length
    return this.#rows.toString('utf8', this.#position - length, this.#position)
  }

  #length(): number {
    this.#position += 4
    return this.#rows.readInt32BE(this.#position - 4)
  }
}
