/**
 * Reads source files and writes staged files, with checksums. An agent runs it on its event loop for small transfers,
 * and on a thread for large ones; all arguments and results can be sent between threads.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ChecksumMethod } from '../types/request.ts'
import { type Checksum, createChecksum } from './checksum.ts'
import { runConcurrently } from './run-concurrently.ts'
import { syncFileSystems } from './sync-file-systems.ts'

export interface SourceFile {
  readonly handle: number
  /** The path without symbolic links. */
  readonly realPath: string
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
}

export interface SourceBytes {
  readonly data: Uint8Array
  /** At the end of the file. */
  readonly end?: { readonly size: number; readonly checksum: string; readonly modified: number }
}

export interface WholeFile {
  readonly data: Uint8Array
  readonly realPath: string
  readonly checksum: string
  readonly modified: number
}

/** An error of the file system, as it is sent between threads. */
export interface FileError {
  readonly code: string | undefined
  readonly message: string
}

export interface FileWork {
  /** Opens a file and reads over its first `skip` bytes, which count for the checksum. Rejects for a folder or a device. */
  openSource(options: { path: string; skip: number; checksum: ChecksumMethod }): Promise<SourceFile>
  readSource(options: { handle: number; bytes: number }): Promise<SourceBytes>
  closeSource(options: { handle: number }): Promise<void>
  /** Reads small files. */
  readWhole(options: {
    paths: readonly string[]
    checksum: ChecksumMethod
  }): Promise<(WholeFile | FileError)[]>
  /** Opens a staged file, keeps its first `offset` bytes, which count for the checksum, and cuts off the rest. */
  openStaged(options: { path: string; offset: number; checksum: ChecksumMethod }): Promise<number>
  writeStaged(options: { handle: number; data: Uint8Array }): Promise<void>
  syncStaged(options: { handle: number }): Promise<void>
  /** Syncs and closes the file. */
  finishStaged(options: { handle: number }): Promise<{ size: number; checksum: string }>
  /** Closes the file, which stays. */
  closeStaged(options: { handle: number }): Promise<void>
  /** Writes and syncs small staged files. Each result is the checksum, or the error. */
  writeWhole(options: {
    files: readonly { path: string; data: Uint8Array; checksum: ChecksumMethod }[]
  }): Promise<(string | FileError)[]>
  /** Ends the thread. Files that are open are closed. */
  close(): Promise<void>
}

interface OpenFile {
  readonly file: FileHandle
  readonly checksum: Checksum
  size: number
}

const blockBytes = 262_144
/** From so many files on, one sync of the file system is faster than one for each file. */
const minFilesForSyncfs = 32

export function openLocalFileWork(): FileWork {
  const files = new Map<number, OpenFile>()
  let last = 0
  const keep = (open: OpenFile) => {
    last += 1
    files.set(last, open)
    return last
  }
  const take = (handle: number) => {
    const open = files.get(handle) as OpenFile
    files.delete(handle)
    return open
  }
  const find = (handle: number) => files.get(handle) as OpenFile

  return {
    async openSource({ path, skip, checksum: method }) {
      const file = await openForReading(path)
      try {
        const { size, mtimeMs } = await file.stat()
        const checksum = createChecksum(method)
        await readOver(file, checksum, skip)
        const handle = keep({ file, checksum, size: skip })
        return { handle, realPath: await findRealPath(file, path), size, modified: mtimeMs }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async readSource({ handle, bytes }) {
      const open = find(handle)
      const data = await readBlock(open.file, open.size, bytes)
      open.checksum.update(data)
      open.size += data.length
      if (data.length === bytes) return { data }
      const { mtimeMs } = await open.file.stat()
      return { data, end: { size: open.size, checksum: open.checksum.digest(), modified: mtimeMs } }
    },

    async closeSource({ handle }) {
      await take(handle)?.file.close()
    },

    readWhole({ paths, checksum }) {
      return runConcurrently(paths, (path) => readWholeFile(path, checksum).catch(toFileError))
    },

    async openStaged({ path, offset, checksum: method }) {
      const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW)
      try {
        const checksum = createChecksum(method)
        await readOver(file, checksum, offset)
        await file.truncate(offset)
        return keep({ file, checksum, size: offset })
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async writeStaged({ handle, data }) {
      const open = find(handle)
      await writeAll(open.file, data, open.size)
      open.checksum.update(data)
      open.size += data.length
    },

    async syncStaged({ handle }) {
      await find(handle).file.datasync()
    },

    async finishStaged({ handle }) {
      const { file, checksum, size } = take(handle)
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      return { size, checksum: checksum.digest() }
    },

    async closeStaged({ handle }) {
      await take(handle)?.file.close()
    },

    async writeWhole({ files: list }) {
      const isMany = list.length >= minFilesForSyncfs
      const results = await runConcurrently(list, (each) => writeWholeFile(each, !isMany).catch(toFileError))
      if (isMany && !(await syncFileSystems([...new Set(list.map(({ path }) => dirname(path)))])))
        return runConcurrently(list, (each) => writeWholeFile(each, true).catch(toFileError))
      return results
    },

    async close() {
      for (const handle of [...files.keys()]) await take(handle).file.close()
    },
  }
}

export function isFileError(result: object | string): result is FileError {
  return typeof result === 'object' && 'message' in result
}

export function toFileError(error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException
  return { code, message }
}

async function openForReading(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK) // a named pipe must not block
  const stats = await file.stat()
  if (stats.isFile()) return file
  await file.close()
  throw stats.isDirectory()
    ? Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' })
    : new Error(`BFGIO0001E: File "${path}" is not a regular file.`)
}

async function readWholeFile(path: string, method: ChecksumMethod): Promise<WholeFile> {
  const file = await openForReading(path)
  try {
    const { size, mtimeMs } = await file.stat()
    const data = await readBlock(file, 0, size + 1) // a file that grew is recognised by its size
    const checksum = createChecksum(method)
    checksum.update(data)
    return { data, realPath: await findRealPath(file, path), checksum: checksum.digest(), modified: mtimeMs }
  } finally {
    await file.close()
  }
}

async function writeWholeFile(
  options: { path: string; data: Uint8Array; checksum: ChecksumMethod },
  syncs: boolean,
): Promise<string> {
  const { path, data } = options
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
  const file = await open(path, flags)
  try {
    await writeAll(file, data, 0)
    if (syncs) await file.sync()
  } finally {
    await file.close()
  }
  const checksum = createChecksum(options.checksum)
  checksum.update(data)
  return checksum.digest()
}

/** The path of an open file, so that a link that changes after a check makes no difference. */
async function findRealPath(file: FileHandle, path: string): Promise<string> {
  return await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
}

async function readOver(file: FileHandle, checksum: Checksum, bytes: number): Promise<void> {
  for (let at = 0; at < bytes; ) {
    const block = await readBlock(file, at, Math.min(blockBytes, bytes - at))
    if (block.length === 0) throw new Error(`a file has ${at} bytes and needs ${bytes}`)
    checksum.update(block)
    at += block.length
  }
}

/** Reads up to `bytes` bytes; fewer only at the end of the file. */
async function readBlock(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const block = Buffer.allocUnsafeSlow(bytes)
  let length = 0
  while (length < bytes) {
    const { bytesRead } = await file.read(block, length, bytes - length, from + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length === bytes ? block : block.subarray(0, length)
}

async function writeAll(file: FileHandle, data: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, from + done)
    done += bytesWritten
  }
}
