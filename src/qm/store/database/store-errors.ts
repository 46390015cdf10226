/** Converts errors of SQLite and the file system to message store errors. */
import { MessageStoreError } from '../message-store.ts'

/** The primary result code for a full disk, https://www.sqlite.org/rescode.html. */
const full = 13
/** The extended code when the index of the log cannot grow, https://www.sqlite.org/rescode.html#ioerr_shmsize */
const noRoomForIndex = 4874
const damaged = new Set([11 /* CORRUPT */, 26 /* NOTADB */])
/** The code for a missing file that a row names. */
const missing = 'ENOENT'
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs the work and converts errors to a `MessageStoreError` that names the file. */
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
  const kind = findErrorKind(errcode, code)
  return new MessageStoreError(kind, `${file}: ${message ?? String(error)}`, { cause: error })
}

function findErrorKind(errcode: number | undefined, code: string | undefined): MessageStoreError['kind'] {
  const primary = errcode === undefined ? undefined : errcode & 0xff
  if (primary === full || errcode === noRoomForIndex || noRoom.has(code ?? '')) return 'full'
  if (code === missing || (primary !== undefined && damaged.has(primary))) return 'damaged'
  return 'failed'
}
