/** A C library that is loaded before the system's one, and that changes what calls to the disk do. */
import { spawnSync } from 'node:child_process'

/** Why shims cannot be used here; undefined when they can. */
export const shimsMissing: string | undefined =
  process.platform !== 'linux'
    ? 'LD_PRELOAD needs Linux'
    : spawnSync('cc', ['--version']).status === 0
      ? undefined
      : 'there is no C compiler'

/** Compiles a C file to a library. Throws with the words of the compiler. */
export function compileShim(source: string, library: string): string {
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`cc ${source}: ${stderr}`)
  return library
}
