/**
 * Loaded before the product (`--import`): ends the process by SIGKILL at one of its changes of files, whose number is in
 * KILL_AT_STEP, before it is made.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const changes = ['rename', 'mkdir', 'mkdtemp', 'copyFile', 'writeFile', 'rm', 'rmdir', 'chmod'] as const
const killAt = Number(process.env.KILL_AT_STEP)
let steps = 0

function countStep(): void {
  steps += 1
  if (steps === killAt) process.kill(process.pid, 'SIGKILL')
}

for (const name of changes) {
  const change = fs[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      countStep()
      return change(...args)
    },
  })
}
const { open } = fs
fs.open = async (path, flags, mode) => {
  if (String(flags ?? 'r') !== 'r') countStep()
  return open(path, flags, mode)
}
syncBuiltinESMExports()
