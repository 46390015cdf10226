/** Finds out whether a file could not be written because space is used up. */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { constants } from 'node:os'

const { ENOSPC, EDQUOT, EFBIG } = constants.errno

/** The explanations of the system error numbers that mean that there is no space. Node.js has no name for EDQUOT. */
const spaceErrors = new Map([
  [ENOSPC, 'the disk is full'],
  [EDQUOT, 'the disk quota of this user is used up'],
  [EFBIG, 'the file has the maximum size that this process may write (RLIMIT_FSIZE)'],
])

const probeBytes = 65_536

/** Returns the explanation of a system error that means that there is no space; undefined for other errors. */
export function explainSpaceError({ errno }: { errno?: number | undefined }): string | undefined {
  return spaceErrors.get(-Number(errno))
}

/**
 * Writes a temporary file that is as long as the longest file of the database, because SQLite reports a used-up quota
 * and a size limit as `disk I/O error`. Returns the explanation when that write fails for lack of space. The file is
 * sparse: the write takes `probeBytes`.
 */
export function probeSpace(database: string): string | undefined {
  const probe = `${database}-probe`
  const sizes = ['', '-wal'].map((suffix) => statSync(database + suffix, { throwIfNoEntry: false })?.size ?? 0)
  try {
    const file = openSync(probe, 'w', 0o600)
    try {
      writeSync(file, Buffer.alloc(probeBytes), 0, probeBytes, Math.max(...sizes))
    } finally {
      closeSync(file)
    }
    return undefined
  } catch (error) {
    return explainSpaceError(error as NodeJS.ErrnoException)
  } finally {
    removeProbe(probe)
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe)
  } catch {
    // It may not exist; otherwise the next probe truncates it.
  }
}
