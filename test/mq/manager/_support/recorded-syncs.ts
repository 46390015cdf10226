/** Records which files and folders are synced, because only a power cut would show a missing sync. */
import fs, { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { ExecutionContext } from 'ava'

export interface RecordedSyncs {
  /** The paths in the order of the syncs. Empty on systems other than Linux, which do not list open files. */
  readonly paths: string[]
  /** Every later sync of a file fails with this error. */
  fault?: Error
}

/** Records the syncs of this thread until the test ends. The test must be serial. */
export async function recordSyncs(t: ExecutionContext): Promise<RecordedSyncs> {
  const recorded: RecordedSyncs = { paths: [] }
  const record = (descriptor: number) => {
    if (process.platform === 'linux') recorded.paths.push(readlinkSync(`/proc/self/fd/${descriptor}`))
    if (recorded.fault) throw recorded.fault
  }
  const handle = await open('/', 'r')
  const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> }
  await handle.close()
  const { sync } = handles
  handles.sync = async function (this: { fd: number }) {
    record(this.fd)
  }
  const { fsyncSync } = fs
  fs.fsyncSync = record
  syncBuiltinESMExports()
  t.teardown(() => {
    handles.sync = sync
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  })
  return recorded
}
