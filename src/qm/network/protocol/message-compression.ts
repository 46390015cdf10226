/** The compressions of channels: of the message data (COMPMSG) and of the transmission header (COMPHDR). */
import { deflateSync, inflateSync } from 'node:zlib'
import { decodeRunLength, encodeRunLength } from './run-length.ts'

const zlibLevels = { ZLIBFAST: 1, ZLIBHIGH: 9 } as const

/** The compressions of COMPMSG(ANY), the preferred one first. */
const anyCompression = ['ZLIBFAST', 'ZLIBHIGH', 'RLE'] as const

/** How the data of a message is compressed, as the flags of its frame say. */
export type DataFormat = 'plain' | 'deflated' | 'runLength'

/** Returns the compressions that a list of COMPMSG names, the preferred one first. */
export function listCompressions(list: readonly string[]): string[] {
  return list.flatMap((each) => (each === 'ANY' ? anyCompression : [each]))
}

/** Compresses data. Data that would not be smaller stays plain. */
export function compressData(data: Buffer, compression: string): { format: DataFormat; data: Buffer } {
  const compressed = compression === 'RLE' ? encodeRunLength(data) : deflate(data, compression)
  if (!compressed || compressed.length >= data.length) return { format: 'plain', data }
  return { format: compression === 'RLE' ? 'runLength' : 'deflated', data: compressed }
}

/** Throws an `Error` for data that is malformed or has more than `maxBytes`. */
export function decompressData(data: Buffer, format: DataFormat, maxBytes: number): Buffer {
  if (format === 'deflated') return inflateSync(data, { maxOutputLength: maxBytes })
  return format === 'runLength' ? decodeRunLength(data, maxBytes) : data
}

function deflate(data: Buffer, compression: string): Buffer | undefined {
  const level = zlibLevels[compression as keyof typeof zlibLevels]
  return level === undefined ? undefined : deflateSync(data, { level })
}
