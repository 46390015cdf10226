/**
 * Work on the content of files: reads source files, writes staged files, computes checksums. It runs on a thread, so that the
 * event loop of the queue managers stays free; all arguments and results can be sent between threads. File content is in
 * shared blocks, which are not copied on the way.
 */
import type { SourceFileIdentity } from '../types/frame.ts'
import type { ChecksumMethod } from '../types/request.ts'
import { PathAccessError } from './path-access.ts'
import type { StagedFile } from './staging.ts'

export interface SourceFile {
  readonly handle: number
  /** The path without symbolic links. */
  readonly realPath: string
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
}

export interface SourceBytes {
  /** The number of bytes that were read; fewer than asked for only at the end. */
  readonly length: number
  /** At the end of the file. */
  readonly end?: { readonly size: number; readonly checksum: string; readonly modified: number }
}

/** A small file that was read into a block. */
export interface WholeFile extends Pick<SourceFile, 'realPath' | 'size' | 'modified'> {
  /** The index of its first byte in the block. */
  readonly from: number
  readonly checksum: string
}

export interface WholeFileContent {
  readonly path: string
  /** The index of its first byte in the block. */
  readonly from: number
  readonly size: number
  readonly checksum: ChecksumMethod
}

export type PublishedFile = { readonly size: number; readonly modified: number }

/** An error of the file system, as it is sent between threads. */
export type FileError = { readonly code: string | undefined; readonly message: string }

export interface SourceWork {
  /** Finds a file. Rejects for a folder or a device. */
  identifySource(options: { path: string }): Promise<SourceFileIdentity>
  /** Opens a file and reads over its first `skip` bytes, which count for the checksum. Rejects for a folder or a device. */
  openSource(options: { path: string; skip: number; checksum: ChecksumMethod }): Promise<SourceFile>
  /** Fills the block; fewer bytes only at the end of the file. */
  readSource(options: { handle: number; into: Uint8Array }): Promise<SourceBytes>
  closeSource(options: { handle: number }): Promise<void>
  /** Reads small files into a block, one after the other. A file of another size than expected yields an error. */
  readWhole(options: {
    files: readonly { readonly path: string; readonly size: number }[]
    checksum: ChecksumMethod
    into: Uint8Array
  }): Promise<(WholeFile | FileError)[]>
}

export interface StagedWork {
  /** Opens a staged file, keeps its first `offset` bytes, which count for the checksum, and cuts off the rest. */
  openStaged(options: { path: string; offset: number; checksum: ChecksumMethod }): Promise<number>
  writeStaged(options: { handle: number; data: Uint8Array }): Promise<void>
  /** Writes the next `length` bytes of a source file. Rejects when it is not the identified one, or has changed. */
  copyStaged(options: { handle: number; source: SourceFileIdentity; length: number }): Promise<void>
  /** Syncs the bytes that are written. Other calls are served meanwhile. */
  syncStaged(options: { handle: number }): Promise<void>
  /** Syncs and closes the file. */
  finishStaged(options: { handle: number }): Promise<{ size: number; checksum: string }>
  /** Closes the file, which stays. */
  closeStaged(options: { handle: number }): Promise<void>
  /** Writes small staged files without a sync. Each result is the checksum, or the error. */
  writeWhole(options: { data: Uint8Array; files: readonly WholeFileContent[] }): Promise<(string | FileError)[]>
  /** Syncs closed files. Rejects when one cannot be synced. */
  syncFiles(options: { paths: readonly string[] }): Promise<void>
  /** Makes staged files visible at their targets; see `publishStagedFile`. */
  publish(options: { files: readonly StagedFile[] }): Promise<(PublishedFile | FileError | undefined)[]>
}

export interface FileWork extends SourceWork, StagedWork {
  /** Ends the thread. Files that are open are closed. */
  close(): Promise<void>
}

export function isFileError(result: object | string | undefined): result is FileError {
  return typeof result === 'object' && 'message' in result
}

/** Returns an error as a value that can be sent between threads. */
export function toFileError(error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException
  return { code, message }
}

/** Returns the error that a value from another thread describes. */
export function fromFileError({ code, message }: FileError): Error {
  return Object.assign(new Error(message), { code })
}

/** Returns whether the error goes away when an administrator frees disk space: the transfer waits. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

const texts: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed: permission denied',
  EPERM: 'cannot be accessed: operation not permitted',
  EISDIR: 'is a folder',
  ENOTDIR: 'has a path with a part that is not a folder',
  EEXIST: 'already exists',
  ELOOP: 'is a symbolic link',
  ENOTREG: 'is a pipe, a socket or a device',
  EROFS: 'is on a read-only file system',
  ENAMETOOLONG: 'has a name that is too long',
}

/** Returns a text like `BFGIO0001E: File "/in/a.txt" does not exist.` */
export function describeFileFailure(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof PathAccessError) return `BFGIO0056E: ${message}.`
  if (code === 'EEXIST') return `BFGIO0006E: File "${path}" already exists.`
  const text = code === undefined ? undefined : texts[code]
  return text === undefined ? message : `BFGIO0001E: File "${path}" ${text}.`
}

/** Returns the error for a source file that is not what it was when the transfer started. */
export function createChangedFileError(path: string): Error {
  return new Error(`BFGIO0061E: File "${path}" changed during the transfer.`)
}
