/** Converts errors of SQLite and the file system to message store errors. */
import { MessageStoreError } from '../message-store.ts'
import { explainSpaceError, probeSpace } from './find-space-error.ts'

/** The primary result code for a full disk, https://www.sqlite.org/rescode.html. */
const full = 13
/** The extended code when the index of the log cannot grow, https://www.sqlite.org/rescode.html#ioerr_shmsize */
const noRoomForIndex = 4874
const damaged = new Set([11 /* CORRUPT */, 26 /* NOTADB */])
/** The code for a missing file that a row names. */
const missing = 'ENOENT'
/** The extended codes of failed writes (sqlite.org/rescode.html#ioerr_write), also for quotas and size limits. */
const failedWrites = new Set([778 /* IOERR_WRITE */, 1034 /* IOERR_FSYNC */, 1546 /* IOERR_TRUNCATE */])

/** Returns the result of the work. Throws its errors as a `MessageStoreError` that names the file. */
export function runWithStoreErrors<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(file, error)
  }
}

export function toStoreError(file: string, error: unknown): MessageStoreError {
  if (error instanceof MessageStoreError) return error
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string }
  const noSpace =
    explainSpaceError(error as { errno?: number }) ??
    (errcode !== undefined && failedWrites.has(errcode) ? probeSpace(file) : undefined)
  const kind = noSpace ? 'full' : findErrorKind(errcode, code)
  const text = [noSpace, message ?? String(error)].filter((each) => each !== undefined).join(': ')
  return new MessageStoreError(kind, `${file}: ${text}`, { cause: error })
}

function findErrorKind(errcode: number | undefined, code: string | undefined): MessageStoreError['kind'] {
  const primary = Number(errcode) & 0xff // 0 without a code of SQLite
  if (primary === full || errcode === noRoomForIndex) return 'full'
  if (code === missing || damaged.has(primary)) return 'damaged'
  return 'failed'
}
