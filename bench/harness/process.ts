/** Processes of a benchmark: started on one core, ended by their own id. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Started {
  pid: number
  /** What it has written to standard output up to when it was ready. */
  output: string
  close(): Promise<void>
}

/** The core that is measured, and the core that the load and the backend share. */
export const cores = { subject: 0, others: availableParallelism() > 1 ? 1 : 0 } as const

const canPin = isInstalled('taskset')

/** Whether a program is on the path. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Starts a program on a core; settles once its output holds `readyText`, or at once when there is none. */
export async function startOn(
  core: number,
  [program, ...args]: readonly [string, ...string[]],
  options: { env?: Record<string, string>; readyText?: string } = {},
): Promise<Started> {
  const command = canPin ? ['taskset', '-c', String(core), program, ...args] : [program, ...args]
  const child = spawn(command[0] as string, command.slice(1), {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', openSync(join(tmpdir(), `sluice-bench-${process.pid}.log`), 'a')],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const output = await (options.readyText ? said(child, options.readyText, program) : spawned(child, program))

  return {
    pid: child.pid as number,
    output,
    async close() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(late)
    },
  }
}

function spawned(child: ChildProcess, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(''))
    child.once('error', (error) => reject(new Error(`${program} did not start`, { cause: error })))
  })
}

function said(child: ChildProcess, wanted: string, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk
      if (output.includes(wanted)) resolve(output)
    }
    child.stdout?.on('data', listen) // and goes on reading, so that a full pipe never stops the program
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with status ${code}: ${output.trim()}`)))
  })
}
