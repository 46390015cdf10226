/** Starts the processes of a benchmark on one core and ends them by their ids. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface StartedProcess {
  pid: number
  /** The standard output, or the standard error with `readyStream`, until the process was ready. */
  output: string
  /** Resolves when the process exits with status 0; rejects when it exits with another one. */
  ended: Promise<void>
  close(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  /** The text in the output that shows that the process is ready; without it, the process is ready at once. */
  readyText?: string
  /** The stream of `readyText`; standard output when it is absent. With `stderr`, both streams go to the file. */
  readyStream?: 'stderr'
  /** The file for the standard error. */
  stderrFile?: string
}

/** The core of the measured process, and the core that the load generator and the backend share. */
export const cores = { subject: 0, others: availableParallelism() > 1 ? 1 : 0 } as const

/** All cores, for processes that are measured as users start them. */
export const allCores = `0-${availableParallelism() - 1}`

const canPin = isInstalled('taskset')

/** Returns whether a program is on the path. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Starts a program on a core, or on several cores that a text such as `0,1` lists. */
export async function startOnCore(
  core: number | string,
  [program, ...args]: readonly [string, ...string[]],
  options: StartOptions = {},
): Promise<StartedProcess> {
  const [file, ...words] = pinned(core, [program, ...args])
  const stderrFile = options.stderrFile ?? join(tmpdir(), `sluice-bench-${process.pid}.log`)
  const alreadyWritten = options.readyStream ? sizeOf(stderrFile) : 0
  const stderr = openSync(stderrFile, 'a')
  const child = spawn(file, words, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.readyStream ? stderr : 'pipe', stderr],
  })
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { readyText } = options
  const output = await (!readyText
    ? spawned(child, program)
    : options.readyStream
      ? appears(child, readyText, { file: stderrFile, start: alreadyWritten })
      : said(child, readyText, program))

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
      const late = globalThis.setTimeout(() => child.kill('SIGKILL'), 5_000)
      await gone
      clearTimeout(late)
    },
  }
}

/** Moves a running process and the processes that it will start to a core, where `taskset` is installed. */
export function pinProcess(core: number, pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)])
}

/** Runs a program until it ends and returns its standard output. */
export function captureOutput(core: number | string, command: readonly [string, ...string[]]): Promise<string> {
  return new Promise((resolve, reject) => {
    const [file, ...words] = pinned(core, command)
    const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file} ended with ${code}`))))
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

/** Waits until a line with the text is in a file, and returns what follows `start` in it. */
async function appears(
  child: ChildProcess,
  wanted: string,
  { file, start }: { file: string; start: number },
): Promise<string> {
  for (const end = Date.now() + readyTimeoutMs; ; await setTimeout(5)) {
    const text = readFileSync(file).subarray(start).toString('utf8')
    if (new RegExp(`${wanted}.*\\n`).test(text)) return text
    if (child.exitCode !== null || Date.now() > end) throw new Error(`there is no "${wanted}" in ${file}: ${text}`)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The time in which a process must say that it is ready. */
const readyTimeoutMs = 120_000

function said(child: ChildProcess, wanted: string, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = () => reject(new Error(`${program} did not say "${wanted}" in ${readyTimeoutMs} ms: ${output}`))
    globalThis.setTimeout(late, readyTimeoutMs).unref()
    const listen = (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk
      if (output.includes(wanted)) resolve(output)
    }
    child.stdout?.on('data', listen) // keeps reading, because a full pipe would block the program
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with status ${code}: ${output.trim()}`)))
  })
}
