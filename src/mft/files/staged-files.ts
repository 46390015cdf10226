/** Writes staged files and publishes them, on a thread of their own. */
import { closeSync, constants, fdatasync, fsync, ftruncateSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { computeChecksum, createChecksum } from './checksum.ts'
import {
  damagedPieceCode,
  type PieceCheck,
  type StagedWork,
  toFileError,
  type WholeFileContent,
} from './file-work.ts'
import { OpenFiles, readOver, writeFully } from './open-files.ts'
import { runConcurrently } from './run-concurrently.ts'
import { publishStagedFile } from './staging.ts'
import { syncFileSystems } from './sync-file-systems.ts'

/** From so many files on, one sync of the file system is faster than one for each file. */
const minFilesForSyncfs = 32

export function openStagedFiles(): StagedWork & { close(): void } {
  const files = new OpenFiles()
  return {
    async openStaged({ path, offset, checksum: method }) {
      const handle = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW)
      try {
        const checksum = createChecksum(method)
        await readOver(handle, checksum, offset)
        ftruncateSync(handle, offset)
        files.add(handle, { checksum, size: offset })
        return handle
      } catch (error) {
        closeSync(handle)
        throw error
      }
    },

    async writeStaged({ handle, data, check }) {
      const file = files.find(handle)
      writeFully(handle, data, file.size)
      requireIntact(data, check)
      file.checksum.update(data)
      file.size += data.length
    },

    async syncStaged({ handle }) {
      files.find(handle)
      await promisify(fdatasync)(handle)
    },

    async finishStaged({ handle }) {
      const { checksum, size } = files.take(handle)
      try {
        await promisify(fsync)(handle)
      } finally {
        closeSync(handle)
      }
      return { size, checksum: checksum.digest() }
    },

    async closeStaged({ handle }) {
      files.close(handle)
    },

    async writeWhole({ data, files: list }) {
      return list.map((file) => {
        try {
          return writeWholeFile(file, data.subarray(file.from, file.from + file.size))
        } catch (error) {
          return toFileError(error)
        }
      })
    },

    async syncFiles({ paths }) {
      const isMany = paths.length >= minFilesForSyncfs
      if (isMany && (await syncFileSystems([...new Set(paths.map((path) => dirname(path)))]))) return
      await runConcurrently(paths, syncFile)
    },

    async publish({ files: list }) {
      return list.map((file) => {
        try {
          const found = publishStagedFile(file)
          return found && { size: found.size, modified: found.mtimeMs }
        } catch (error) {
          return toFileError(error)
        }
      })
    },

    close: () => files.closeAll(),
  }
}

function writeWholeFile({ path, checksum: method, check }: WholeFileContent, data: Uint8Array): string {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const handle = openSync(path, flags)
  try {
    writeFully(handle, data, 0)
  } finally {
    closeSync(handle)
  }
  requireIntact(data, check)
  return computeChecksum(method, data)
}

/** Compares the bytes of a piece after they are written, so that a change of the block during the write is found as well. */
function requireIntact(data: Uint8Array, check: PieceCheck | undefined): void {
  if (!check || crc32(data) === check.crc32) return
  const message = `BFGTR0078E: ${data.length} bytes are not those that the source agent has read.`
  throw Object.assign(new Error(message), { code: damagedPieceCode })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
