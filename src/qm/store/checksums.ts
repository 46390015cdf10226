/**
 * Checksums of what is kept, so that a bit that flips on the disk is never taken for what was put there.
 *
 * CRC-32: it finds every damage of up to three bits in a row of the size of a message, and costs less than the copy of it.
 * What was kept before there were checksums has none, and is believed.
 */
import { crc32 } from 'node:zlib'

/** The columns of a message that its checksum is over: all but the body, which has one of its own. */
export interface MessageColumns {
  queue: number
  sequence: number
  lane: number
  foreign_id: Uint8Array | null
  correlation_id: Uint8Array | null
  expires_at: number | null
  length: number
  body_file: string | null
  descriptor: string
}

export function messageChecksum(row: MessageColumns): number {
  const { queue, sequence, lane, foreign_id, correlation_id, expires_at, length, body_file, descriptor } = row
  let sum = crc32(`${queue} ${sequence} ${lane} ${expires_at} ${length} ${body_file} ${descriptor}`)
  if (foreign_id) sum = crc32(foreign_id, sum)
  return correlation_id ? crc32(correlation_id, sum) : sum
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

export function objectChecksum({
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

export function bodyChecksum(body: Uint8Array): number {
  return crc32(body)
}
