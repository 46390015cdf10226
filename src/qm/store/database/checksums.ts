/**
 * Checksums of what is kept, so that a bit that flips on the disk is never taken for what was put there.
 *
 * CRC-32: it finds every damage of up to three bits in a row of the size of a message, and costs less than the copy of it.
 * What was kept before there were checksums has none, and is believed.
 */
import { crc32 } from 'node:zlib'

/** The columns of a message that its checksum is over: all but the body, which has one of its own. */
export type MessageColumns = readonly [
  queue: number,
  sequence: number,
  lane: number,
  foreignId: Uint8Array | null,
  correlationId: Uint8Array | null,
  expiresAt: number | null,
  length: number,
  bodyFile: string | null,
  descriptor: string,
]

/** Of a row that begins with these columns. */
export function computeMessageChecksum(row: readonly [...MessageColumns, ...unknown[]]): number {
  const [queue, sequence, lane, foreignId, correlationId, expiresAt, length, bodyFile, descriptor] = row
  let sum = crc32(`${queue} ${sequence} ${lane} ${expiresAt} ${length} ${bodyFile} ${descriptor}`)
  if (foreignId) sum = crc32(foreignId, sum)
  return correlationId ? crc32(correlationId, sum) : sum
}

/** The columns of an object. */
export interface ObjectColumns {
  id: number
  kind: string
  name: string
  type: string
  attributes: string
  created: number
  altered: number
}

export function computeObjectChecksum({
  id,
  kind,
  name,
  type,
  attributes,
  created,
  altered,
}: ObjectColumns): number {
  return crc32(`${id} ${kind} ${name} ${type} ${created} ${altered} ${attributes}`)
}

export function computeBodyChecksum(body: Uint8Array): number {
  return crc32(body)
}
