/**
 * Returns the memory that only the start of a process needed to the operating system.
 *
 * While a process loads its code, the young generation of its heap grows to 16 MiB and more. V8 returns such memory
 * in the background, but only 8 s after a full collection and while the process allocates little (V8's memory
 * reducer), and an idle server runs no collection for minutes.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage once, which takes some milliseconds. Must be called when the process is ready and has loaded its
 * code.
 */
export function releaseStartMemory(): void {
  // V8 offers the function to contexts that are created under this flag. The flag must be reset at once: compiled
  // code from the compile cache is valid only for the flags under which it was compiled.
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: { type: 'major' }) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectGarbage({ type: 'major' })
}
