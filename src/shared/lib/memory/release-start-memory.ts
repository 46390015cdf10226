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
 * Collects the young generation once, which takes some milliseconds, or the whole heap as V8 does when memory is
 * short, for which the thread stands still up to a second. A full collection also drops compiled code, and later calls
 * would be slower: it is for processes that serve no calls and have read megabytes. Must be called when the process is
 * ready and has loaded its code.
 */
export function releaseStartMemory(type: 'minor' | 'major' = 'minor'): void {
  // V8 offers the function to contexts that are created under this flag. The flag must be reset at once: compiled
  // code from the compile cache is valid only for the flags under which it was compiled.
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: { type: typeof type; flavor: string }) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectGarbage({ type, flavor: type === 'major' ? 'last-resort' : 'regular' })
}
