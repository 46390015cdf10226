/** Servers that the kernel ends together with the test process: also when a hook failed or the process was killed. */
import { existsSync } from 'node:fs'

const setpriv = '/usr/bin/setpriv'

/** Returns the program and its arguments for `spawn`, so that the program is killed when this process ends: prctl(2). */
export function endWithProcess(program: string, args: readonly string[]): [program: string, args: string[]] {
  return existsSync(setpriv) ? [setpriv, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
