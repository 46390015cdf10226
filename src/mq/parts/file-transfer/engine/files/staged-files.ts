/** Writes staged files and publishes them, on a thread of their own. */
import { spawn } from 'node:child_process'
import { closeSync, constants, fdatasync, fsync, ftruncateSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { CopiedSources } from './copied-source.ts'
import { type StagedWork, toFileError, type WholeFileContent } from './file-work.ts'
import { type Checksum, computeChecksum, createChecksum, OpenFiles, readOver, writeFully } from './open-files.ts'
import { publishStagedFile } from './staging.ts'

/** From so many files on, one sync of the file system is faster than one for each file. */
const minFilesForSyncfs = 32

/** The bytes that are read, hashed and written at a time: they stay in the cache of the processor. */
const copyBytes = 131_072

export function openStagedFiles(): StagedWork & { close(): void } {
  const files = new OpenFiles()
  const sources = new CopiedSources()
  const block = Buffer.allocUnsafeSlow(copyBytes)

  function append(handle: number, data: Uint8Array): void {
    const file = files.find(handle)
    writeFully(handle, data, file.size)
    file.checksum.update(data)
    file.size += data.length
  }

  return {
    ...wholeFiles,

    async openStaged({ path, offset, checksum: method }) {
      const checksum = createChecksum(method)
      const handle = await openFrom(path, offset, checksum)
      files.add(handle, { checksum, size: offset })
      return handle
    },

    async writeStaged({ handle, data }) {
      append(handle, data)
    },

    async copyStaged({ handle, source: identity, length }) {
      const file = files.find(handle)
      const source = sources.find(handle, identity)
      for (let left = length; left > 0; left -= block.length) {
        const data = block.subarray(0, Math.min(left, block.length))
        source.read(data, file.size)
        append(handle, data)
      }
      source.requireUnchanged()
    },

    async syncStaged({ handle }) {
      files.find(handle)
      await promisify(fdatasync)(handle)
    },

    async finishStaged({ handle }) {
      const { checksum, size } = files.take(handle)
      sources.close(handle)
      await syncAndClose(handle)
      return { size, checksum: checksum.digest() }
    },

    async closeStaged({ handle }) {
      sources.close(handle)
      files.close(handle)
    },

    close() {
      sources.closeAll()
      files.closeAll()
    },
  }
}

/** Opens a staged file, adds its first `offset` bytes to the checksum, and cuts off what follows. */
async function openFrom(path: string, offset: number, checksum: Checksum): Promise<number> {
  const handle = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW)
  try {
    await readOver(handle, checksum, offset)
    ftruncateSync(handle, offset)
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

async function syncAndClose(handle: number): Promise<void> {
  try {
    await promisify(fsync)(handle)
  } finally {
    closeSync(handle)
  }
}

/** The work on files that are not open: they arrived whole, or are complete. */
const wholeFiles: Pick<StagedWork, 'writeWhole' | 'syncFiles' | 'publish'> = {
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
}

function writeWholeFile({ path, checksum: method }: WholeFileContent, data: Uint8Array): string {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const handle = openSync(path, flags)
  try {
    writeFully(handle, data, 0)
  } finally {
    closeSync(handle)
  }
  return computeChecksum(method, data)
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Runs `sync -f` of the GNU system. Resolves with false when that fails; the files are then synced one by one. */
function syncFileSystems(folders: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sync', ['-f', '--', ...folders], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', (status) => resolve(status === 0))
  })
}

/** Runs work on many files, a limited number at a time: more at once do not make a disk faster, and take descriptors. */
const maxConcurrentFiles = 16

/** Runs the work for every item and returns the results in the order of the items. Rejects with the first error. */
async function runConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentFiles, items.length) }, run))
  return results
}
