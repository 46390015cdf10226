/** Rows as COPY of PostgreSQL sends them in its binary form. */

export type CopiedValue = number | string | Buffer | null

/** Returns a row with the number of its columns and, for each column, its length and its value. */
export function copiedRow(...values: CopiedValue[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(values.length)
  return Buffer.concat([count, ...values.map(column)])
}

function column(value: CopiedValue): Buffer {
  const length = Buffer.alloc(4)
  const bytes = value === null ? undefined : bytesOf(value)
  length.writeInt32BE(bytes?.length ?? -1)
  return bytes ? Buffer.concat([length, bytes]) : length
}

function bytesOf(value: number | string | Buffer): Buffer {
  if (typeof value !== 'number') return Buffer.from(value)
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
