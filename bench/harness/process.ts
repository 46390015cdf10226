/** Processes of a benchmark: started on one core, ended by their own id. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Started {
  pid: number
  /** What it has written to standard output up to when it was ready. */
  output: string
  /** Settles when it has ended by itself; rejects when that was no success. */
  ended: Promise<void>
  close(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  /** It is ready when its output holds this; at once when left out. */
  readyText?: string
  /** The file that takes its standard error. */
  complaints?: string
}

/** The core that is measured, and the core that the load and the backend share. */
export const cores = { subject: 0, others: availableParallelism() > 1 ? 1 : 0 } as const

/** For what is measured as its users start it. */
export const allCores = `0-${availableParallelism() - 1}`

const canPin = isInstalled('taskset')

/** Whether a program is on the path. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Starts a program on a core, or on those that a text like `0,1` names. */
export async function startOnCore(
  core: number | string,
  [program, ...args]: readonly [string, ...string[]],
  options: StartOptions = {},
): Promise<Started> {
  const [file, ...words] = pinned(core, [program, ...args])
  const child = spawn(file, words, {
    env: { ...process.env, ...options.env },
    stdio: [
      'ignore',
      'pipe',
      openSync(options.complaints ?? join(tmpdir(), `sluice-bench-${process.pid}.log`), 'a'),
    ],
  })
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output = await (options.readyText ? said(child, options.readyText, program) : spawned(child, program))

  return {
    pid: child.pid as number,
    output,
    get ended() {
      return gone.then((code) => {
        if (code !== 0) throw new Error(`${program} ended with status ${code}`)
      })
    },
    async close() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await gone
      clearTimeout(late)
    },
  }
}

/** What a program writes to standard output until it ends. */
export function captureOutput(core: number, command: readonly [string, ...string[]]): Promise<string> {
  return new Promise((resolve, reject) => {
    const [file, ...words] = pinned(core, command)
    const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${file} ended with ${code}`)),
    )
  })
}

function pinned(core: number | string, command: readonly [string, ...string[]]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(core), ...command] : [...command]
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
