/** Reads the bytes of one item from its file, or from the messages of a source queue. */
import { crc32 } from 'node:zlib'
import type { AgentDeps } from '../context/agent-deps.ts'
import { computeChecksum } from '../files/checksum.ts'
import type { SourceBytes } from '../files/file-work.ts'
import type { ItemSpec } from '../types/request.ts'
import type { HeldMessages } from './held-messages.ts'
import type { ManifestItem } from './manifest.ts'

export interface ItemReader {
  /** Fills the block with the next bytes; with fewer only at the end. */
  read(into: Uint8Array): Promise<SourceBytes>
  close(): Promise<void>
}

export interface ItemReadOptions {
  /** The bytes that the destination has. */
  readonly skip: number
  /** Whether each read returns the CRC-32 of its bytes. */
  readonly needsCrc32: boolean
}

export interface ItemReaderDeps {
  readonly agent: AgentDeps
  readonly held: HeldMessages
}

/** Opens an item and skips the bytes that the destination has. Rejects with the reason why it cannot be transferred. */
export function openItemReader(
  entry: ManifestItem,
  spec: ItemSpec,
  options: ItemReadOptions,
  deps: ItemReaderDeps,
): Promise<ItemReader> {
  return spec.source.type === 'queue'
    ? openQueueReader(entry, spec, options, deps)
    : openFileReader(entry, spec, options, deps)
}

async function openFileReader(
  entry: ManifestItem,
  { checksum }: ItemSpec,
  { skip, needsCrc32 }: ItemReadOptions,
  { agent }: ItemReaderDeps,
): Promise<ItemReader> {
  const { reader } = agent
  const { handle, realPath, ...found } = await reader.openSource({ path: entry.source, skip, checksum })
  try {
    agent.paths.checkReal(realPath)
    requireUnchanged(entry, found)
  } catch (error) {
    await reader.closeSource({ handle })
    throw error
  }
  return {
    async read(into) {
      const read = await reader.readSource({ handle, into, needsCrc32 })
      if (read.end) requireUnchanged(entry, read.end)
      return read
    },
    close: () => reader.closeSource({ handle }),
  }
}

/** Throws when a file is not the one of the manifest any more. */
export function requireUnchanged(
  entry: ManifestItem,
  { size, modified }: { readonly size: number; readonly modified: number },
): void {
  if (size === entry.size && modified === entry.modified) return
  throw new Error(`BFGIO0061E: File "${entry.source}" changed during the transfer.`)
}

async function openQueueReader(
  entry: ManifestItem,
  { source, checksum: method }: ItemSpec,
  { skip, needsCrc32 }: ItemReadOptions,
  { held }: ItemReaderDeps,
): Promise<ItemReader> {
  const messages = await held.hold(entry)
  const delimiter = Buffer.from(source.delimiter ?? '')
  const content = Buffer.concat(messages.flatMap(({ body }) => [body, delimiter]))
  const checksum = computeChecksum(method, content)
  let at = skip
  return {
    async read(into) {
      const data = content.subarray(at, at + into.length)
      into.set(data)
      at += data.length
      const { length } = data
      const read = { length, ...(needsCrc32 && { crc32: crc32(data) }) }
      if (length === into.length) return read
      return { ...read, end: { size: content.length, checksum, modified: 0 } }
    },
    async close() {},
  }
}
