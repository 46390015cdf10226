/** Failures of SQLite and of the file system, sorted into the kinds that a queue manager tells apart. */
import { MessageStoreError } from '../message-store.ts'

/** Primary result codes, https://www.sqlite.org/rescode.html. */
const full = 13
/** The index of the log cannot grow, https://www.sqlite.org/rescode.html#ioerr_shmsize */
const noRoomForIndex = 4874
const damaged = new Set([11 /* CORRUPT */, 26 /* NOTADB */])
/** A file that a row names and that is not there. */
const missing = 'ENOENT'
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs a piece of work; what it throws becomes a `StoreFault` that names the file. */
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
