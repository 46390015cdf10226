/**
 * Computes checksums of stored data, which detect changed bits on disk.
 *
 * CRC-32 detects every error of up to three bits in data of the size of a message and costs less than copying the
 * data. Rows from versions without checksums are accepted without a check.
 */
import { crc32 } from 'node:zlib'
import type { ObjectRecord } from '../../types/services.ts'

/** The columns of a message that its checksum covers: all except the body, which has its own checksum. */
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

/** Computes the checksum of a row that starts with these columns. */
export function computeMessageChecksum(row: readonly [...MessageColumns, ...unknown[]]): number {
  const [queue, sequence, lane, foreignId, correlationId, expiresAt, length, bodyFile, descriptor] = row
  let sum = crc32(`${queue} ${sequence} ${lane} ${expiresAt} ${length} ${bodyFile} ${descriptor}`)
  if (foreignId) sum = crc32(foreignId, sum)
  return correlationId ? crc32(correlationId, sum) : sum
}

/** The columns of an object that its checksum covers. */
export interface ObjectColumns extends Pick<ObjectRecord, 'name' | 'type' | 'created' | 'altered'> {
  id: number
  kind: string
  attributes: string
}

export function computeObjectChecksum({ id, kind, name, type, attributes, created, altered }: ObjectColumns): number {
  return crc32(`${id} ${kind} ${name} ${type} ${created} ${altered} ${attributes}`)
}

export function computeBodyChecksum(body: Uint8Array): number {
  return crc32(body)
}

/** Returns the checksum of a body as eight hexadecimal digits, with which the name of a large body ends. */
export function renderBodyChecksum(body: Uint8Array): string {
  return computeBodyChecksum(body).toString(16).padStart(8, '0')
}
