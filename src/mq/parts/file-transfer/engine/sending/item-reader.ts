/** Reads the bytes of one item from its file, or from the messages of a source queue. */
import type { AgentDeps } from '../context/agent-deps.ts'
import { createChangedFileError, type SourceBytes } from '../files/file-work.ts'
import { computeChecksum } from '../files/open-files.ts'
import type { ItemSpec } from '../types/request.ts'
import type { ManifestItem } from './manifest.ts'
import type { HeldMessages } from './source-messages.ts'

export interface ItemReader {
  /** Fills the block with the next bytes; with fewer only at the end. */
  read(into: Uint8Array): Promise<SourceBytes>
  close(): Promise<void>
}

export type ItemReaderDeps = { readonly agent: AgentDeps; readonly held: HeldMessages }

/** Opens an item and skips the bytes that the destination has. Rejects with the reason why it cannot be transferred. */
export function openItemReader(
  entry: ManifestItem,
  spec: ItemSpec,
  skip: number,
  deps: ItemReaderDeps,
): Promise<ItemReader> {
  return spec.source.type === 'queue'
    ? openQueueReader(entry, spec, skip, deps)
    : openFileReader(entry, spec, skip, deps)
}

async function openFileReader(
  entry: ManifestItem,
  { checksum }: ItemSpec,
  skip: number,
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
      const read = await reader.readSource({ handle, into })
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
  throw createChangedFileError(entry.source)
}

async function openQueueReader(
  entry: ManifestItem,
  { source, checksum: method }: ItemSpec,
  skip: number,
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
      if (length === into.length) return { length }
      return { length, end: { size: content.length, checksum, modified: 0 } }
    },
    async close() {},
  }
}
