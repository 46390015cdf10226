/** Reads source files, on a thread of their own. */
import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { ChecksumMethod } from '../types/request.ts'
import { computeChecksum, createChecksum } from './checksum.ts'
import { type SourceWork, toFileError, type WholeFile } from './file-work.ts'
import { OpenFiles, readFully, readOver } from './open-files.ts'

export function openSourceFiles(): SourceWork & { close(): void } {
  const files = new OpenFiles()
  return {
    async openSource({ path, skip, checksum: method }) {
      const { handle, stats } = openForReading(path)
      try {
        const checksum = createChecksum(method)
        await readOver(handle, checksum, skip)
        const realPath = findRealPath(handle, path)
        files.add(handle, { checksum, size: skip })
        return { handle, realPath, size: stats.size, modified: stats.mtimeMs }
      } catch (error) {
        closeSync(handle)
        throw error
      }
    },

    async readSource({ handle, into, needsCrc32 }) {
      const file = files.find(handle)
      const length = readFully(handle, into, file.size)
      const bytes = into.subarray(0, length)
      file.checksum.update(bytes)
      file.size += length
      const read = { length, ...(needsCrc32 && { crc32: crc32(bytes) }) }
      if (length === into.length) return read
      const { mtimeMs: modified } = fstatSync(handle)
      return { ...read, end: { size: file.size, checksum: file.checksum.digest(), modified } }
    },

    async closeSource({ handle }) {
      files.close(handle)
    },

    async readWhole({ files: expected, checksum, into, needsCrc32 }) {
      let from = 0
      return expected.map(({ path, size }) => {
        try {
          const content = into.subarray(from, from + size)
          const file = readWholeFile(path, checksum, content)
          from += size
          return { ...file, from: from - size, ...(needsCrc32 && { crc32: crc32(content) }) }
        } catch (error) {
          return toFileError(error)
        }
      })
    },

    close: () => files.closeAll(),
  }
}

function readWholeFile(path: string, method: ChecksumMethod, into: Uint8Array): Omit<WholeFile, 'from'> {
  const { handle, stats } = openForReading(path)
  try {
    const length = stats.size === into.length ? readFully(handle, into, 0) : 0
    if (length !== stats.size) throw new Error(`BFGIO0061E: File "${path}" changed during the transfer.`)
    const realPath = findRealPath(handle, path)
    return { size: length, realPath, checksum: computeChecksum(method, into), modified: stats.mtimeMs }
  } finally {
    closeSync(handle)
  }
}

function openForReading(path: string): { readonly handle: number; readonly stats: Stats } {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // a named pipe must not block
  const stats = fstatSync(handle)
  if (stats.isFile()) return { handle, stats }
  closeSync(handle)
  throw stats.isDirectory()
    ? Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' })
    : new Error(`BFGIO0001E: File "${path}" is not a regular file.`)
}

/** The path of an open file, so that a link that changes after a check makes no difference. */
function findRealPath(handle: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    return realpathSync(path)
  }
}
