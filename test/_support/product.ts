/** The product as a user starts it: `sluice sandbox` in a process of its own, on free ports, with its own data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compileCache, findCommand } from './product-package.ts'
import { copyServerCertificate } from './server-certificate.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Product {
  /** The process that was started; the workers are its children. */
  pid: number
  gateway: string
  management: string
  mqweb: string
  data: string
  /** What it said when it was ready. */
  output(): string
  /** What it has written to standard error: the log. */
  log(): string
  /** Ends it as an operator would; the exit status. */
  stop(): Promise<number | null>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

export interface Ended {
  status: number | null
  output: string
  errors: string
}

/** A folder of its own, and the function that removes it. */
export async function temporaryFolder(): Promise<[folder: string, remove: () => Promise<void>]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  return [folder, () => rm(folder, { recursive: true, force: true, maxRetries: 10 })]
}

/** Starts the sandbox over a data folder; settles when it says that it is ready. `onStart` gets its process id at once. */
export async function startProduct(
  data: string,
  environment: Record<string, string> = {},
  onStart: (pid: number) => void = () => {},
): Promise<Product> {
  await mkdir(join(data, 'mqweb'), { recursive: true })
  await copyServerCertificate(join(data, 'mqweb'))
  const { child, said, ended, output, errors } = await run(['sandbox'], data, environment)
  onStart(child.pid as number)
  await Promise.race([
    said('Ctrl-C ends it'),
    ended.then(({ status }) => {
      throw new Error(`it ended with status ${status} before it was ready: ${errors()}`)
    }),
  ])
  const address = (name: string) => new RegExp(`${name} +(https?://[^/\\s]+)`).exec(output())?.[1] as string

  return {
    pid: child.pid as number,
    gateway: /listening on (http[^)]+)/.exec(output())?.[1] ?? address('gateway'),
    management: address('management'),
    mqweb: address('MQ web server'),
    data,
    output,
    log: errors,
    async stop() {
      child.kill('SIGTERM')
      return (await ended).status
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface Gateway {
  /** The process id of the primary, or of the MQ web server. */
  pid: number
  /** The URL of its first listening socket. */
  url: string
  management: string
  /** What it wrote to standard output. */
  output(): string
  /** The lines of the log. Throws when one is no JSON. */
  log(): Record<string, unknown>[]
  stop(): Promise<number | null>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/**
 * Starts `sluice start` over a data folder; settles when it says that it is ready. It ends without a drain delay. `command` is
 * the file of another version.
 */
export async function startGateway(
  data: string,
  environment: Record<string, string> = {},
  command?: string,
): Promise<Gateway> {
  const settings = { SLUICE_DRAIN_DELAY_SECONDS: '0', SLUICE_WARM_UP_CALLS: '0', ...environment }
  return startService({ args: ['start'], data, environment: settings, readyText: 'gateway ready', command })
}

/** Starts `sluice mqweb` with the queue manager QM1, which waits while another machine runs it; settles when it is ready. */
export async function startMqweb(
  data: string,
  environment: Record<string, string>,
  command?: string,
): Promise<Gateway> {
  const args = ['mqweb', '--qmgr', 'QM1', '-x']
  return startService({ args, data, environment, readyText: 'MQ web server ready', command })
}

interface ServiceOptions {
  args: string[]
  data: string
  environment: Record<string, string>
  /** The message of its log when it is ready. */
  readyText: string
  command: string | undefined
}

async function startService({ args, data, environment, readyText, command }: ServiceOptions): Promise<Gateway> {
  const { child, logged, ended, output, errors } = await run(args, data, environment, command)
  await Promise.race([
    logged(`"${readyText}"`),
    ended.then(({ status }) => {
      throw new Error(`it ended with status ${status} before it was ready: ${errors()}`)
    }),
  ])
  const ready = completeLines(errors()).find(({ msg }) => msg === readyText)
  const { listeners, management } = ready as { listeners: readonly string[]; management: string }
  return {
    pid: child.pid as number,
    url: String(listeners[0]),
    management,
    output,
    log: () => logLines(errors()),
    async stop() {
      child.kill('SIGTERM')
      return (await ended).status
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The lines of a log that may still be written. */
function completeLines(text: string): Record<string, unknown>[] {
  return logLines(text.slice(0, text.lastIndexOf('\n') + 1))
}

/** The lines of a log. Throws when one is no JSON. */
export function logLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Runs a command of `sluice` until it ends. */
export async function sluice(
  args: string[],
  data: string,
  environment: Record<string, string> = {},
  /** What is piped into it. */
  input = '',
  command?: string,
): Promise<Ended> {
  const { child, ended } = await run(args, data, environment, command)
  child.stdin.on('error', () => {}) // it may end before it has read everything
  child.stdin.end(input)
  return ended
}

async function run(args: string[], data: string, environment: Record<string, string>, command?: string) {
  const settings = { ...freePorts, SLUICE_DATA: data, SLUICE_WORKERS: '1', ...environment }
  const child = spawn(process.execPath, [command ?? (await findCommand('sluice')), ...args], {
    cwd: root,
    env: { ...cleaned(process.env), NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL') // a test that breaks off leaves nothing behind
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const output = collect(child, 'stdout')
  const errors = collect(child, 'stderr')
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status) => resolve({ status, output: output(), errors: errors() }))
  })
  /** Returns a function that settles when a complete line of the stream has the text. */
  const appears = (stream: 'stdout' | 'stderr', read: () => string) => (text: string) =>
    new Promise<void>((resolve) => {
      child[stream].on('data', () => {
        if (read().slice(0, read().lastIndexOf('\n')).includes(text)) resolve()
      })
    })
  const [said, logged] = [appears('stdout', output), appears('stderr', errors)]
  return { child, output, errors, ended, said, logged }
}

const freePorts = {
  SLUICE_PORT: '0',
  SLUICE_ADMIN_PORT: '0',
  SLUICE_MQWEB_PORT: '0',
  SLUICE_CUSTOMERS_PORT: '0',
  SLUICE_AUTH_PORT: '0',
}

/**
 * Returns the environment without variables of the test runner and settings of the product. Settings of coverage
 * reach the product, so that it can be measured too.
 */
function cleaned(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(SLUICE_|OTEL_|AVA|NODE_)/.test(name) || name === 'NODE_OPTIONS' || name === 'NODE_V8_COVERAGE',
    ),
  )
}

function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = []
  child[stream]?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}
