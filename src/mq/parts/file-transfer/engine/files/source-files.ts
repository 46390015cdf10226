/** Reads source files, on a thread of their own. */
import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import type { ChecksumMethod } from '../types/request.ts'
import { createChangedFileError, type SourceWork, toFileError, type WholeFile } from './file-work.ts'
import { computeChecksum, createChecksum, OpenFiles, readFully, readOver } from './open-files.ts'

export function openSourceFiles(): SourceWork & { close(): void } {
  const files = new OpenFiles()
  return {
    async identifySource({ path }) {
      const { handle, stats } = openForReading(path)
      try {
        const { dev: device, ino: inode, size, mtimeMs: modified } = stats
        return { path: findRealPath(handle, path), device, inode, size, modified }
      } finally {
        closeSync(handle)
      }
    },

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

    async readSource({ handle, into }) {
      const file = files.find(handle)
      const length = readFully(handle, into, file.size)
      file.checksum.update(into.subarray(0, length))
      file.size += length
      if (length === into.length) return { length }
      const { mtimeMs: modified } = fstatSync(handle)
      return { length, end: { size: file.size, checksum: file.checksum.digest(), modified } }
    },

    async closeSource({ handle }) {
      files.close(handle)
    },

    async readWhole({ files: expected, checksum, into }) {
      let from = 0
      return expected.map(({ path, size }) => {
        try {
          const file = readWholeFile(path, checksum, into.subarray(from, from + size))
          from += size
          return { ...file, from: from - size }
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
    if (length !== stats.size) throw createChangedFileError(path)
    const realPath = findRealPath(handle, path)
    return { size: length, realPath, checksum: computeChecksum(method, into), modified: stats.mtimeMs }
  } finally {
    closeSync(handle)
  }
}

/** Opens a regular file. Throws for a folder or a device. */
export function openForReading(path: string): { readonly handle: number; readonly stats: Stats } {
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
  return attempt(() => readlinkSync(`/proc/self/fd/${handle}`)) ?? realpathSync(path)
}
