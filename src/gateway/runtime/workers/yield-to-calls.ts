/** Gives calls precedence over the compiler of V8. */
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { attempt } from '../../../shared/lib/collections/attempt.ts'

/**
 * Leaves the threads in which V8 compiles a tenth of a core on which others want to run: in the first second of load
 * they need half a second of it, for which calls would wait. Does nothing where `/proc` lists no threads.
 */
export function yieldToCalls(threads = '/proc/self/task'): void {
  attempt(() => {
    const compiling = readdirSync(threads).filter(
      (id) => readFileSync(`${threads}/${id}/comm`, 'utf8') === 'V8Worker\n',
    )
    for (const id of compiling) setPriority(Number(id), 10)
  })
}
