/**
 * Returns the memory that only the start of a process needed to the operating system.
 *
 * While a process loads its code, the young generation of its heap grows to 16 MiB and more. V8 returns such memory
 * in the background, some seconds after a collection and while the process allocates little (V8's memory
 * reducer), and an idle server runs no collection for minutes.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects the young generation once, which takes some milliseconds. A full collection would return 2 MiB more, but it
 * also drops compiled code of Node, and every later call would be slower by some microseconds. Must be called when
 * the process is ready and has loaded its code.
 */
export function releaseStartMemory(): void {
  // V8 offers the function to contexts that are created under this flag. The flag must be reset at once: compiled
  // code from the compile cache is valid only for the flags under which it was compiled.
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: { type: 'minor' }) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectGarbage({ type: 'minor' })
}
