/** The writes of this thread with `writeSync`, by which a probe finds out whether the disk has space. */
import fs, { fstatSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { ExecutionContext } from 'ava'

export interface ProbeWrite {
  readonly length: number
  readonly position: number
  readonly mode: number
}

/** Records the writes until the test ends; with `errno`, each fails with it. The test must be serial. */
export function recordProbeWrites(t: ExecutionContext, errno?: number): ProbeWrite[] {
  const { writeSync } = fs
  const writes: ProbeWrite[] = []
  fs.writeSync = ((file: number, bytes: Buffer, offset: number, length: number, position: number) => {
    if (errno !== undefined) throw Object.assign(new Error('write failed'), { errno: -errno })
    const written = writeSync(file, bytes, offset, length, position)
    writes.push({ length: written, position, mode: fstatSync(file).mode & 0o777 })
    return written
  }) as typeof writeSync
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  })
  return writes
}
