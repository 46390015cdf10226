/** Failures of SQLite and of the file system, sorted into the kinds that a queue manager tells apart. */
import { StoreFault } from './store.ts'

/** Primary result codes, https://www.sqlite.org/rescode.html. */
const full = 13
/** The index of the log cannot grow, https://www.sqlite.org/rescode.html#ioerr_shmsize */
const noRoomForIndex = 4874
const damaged = new Set([11 /* CORRUPT */, 26 /* NOTADB */])
/** A file that a row names and that is not there. */
const missing = 'ENOENT'
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs a piece of work; what it throws becomes a `StoreFault` that names the file. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeFault(file, error)
  }
}

export function storeFault(file: string, error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string }
  const kind = faultKind(errcode, code)
  return new StoreFault(kind, `${file}: ${message ?? String(error)}`, { cause: error })
}

function faultKind(errcode: number | undefined, code: string | undefined): StoreFault['kind'] {
  const primary = errcode === undefined ? undefined : errcode & 0xff
  if (primary === full || errcode === noRoomForIndex || noRoom.has(code ?? '')) return 'full'
  if (code === missing || (primary !== undefined && damaged.has(primary))) return 'damaged'
  return 'failed'
}
