/**
 * Checks bodies on a thread of their own, so that no body keeps a worker busy. Contracts take turns, and a check that needs more
 * processor time than the deadline ends the thread, and the body is rejected.
 */
import { Worker } from 'node:worker_threads'
import { JsonLimitError, type JsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { findModule, threadEnvironment } from '../../../../shared/lib/package/source-files.ts'
import type { ContractSchema } from '../../../config/types/index.ts'

export type ToSchemaThread =
  | { kind: 'define'; contract: number; schemas: readonly ContractSchema[] }
  | ({ kind: 'check'; job: number; contract: number } & Checked)

/** A body, the index of its schema, and the limits that the documents have for it. */
interface Checked {
  schema: number
  body: Uint8Array
  limits: JsonLimits | undefined
}

export interface FromSchemaThread {
  job: number
  /** Whether the check has only begun: what the thread used before that, for its start, does not count. */
  hasBegun?: true
  /** A sentence about the first violation; undefined for a valid body. */
  text: string | undefined
  /** Whether the body is above a limit, which the sentence names. */
  isAboveLimit?: true
}

/** The most processor time that the check of a body may take. */
const deadlineMs = 1_000
const memoryLimitMb = 256
const lookIntervalMs = 50
const overdue =
  `body cannot be checked within ${deadlineMs} ms of processor time and ${memoryLimitMb} MiB: ` +
  'it is too large for its schema, or nested too deeply in its alternatives'
/** The most bodies that wait for the thread: of one contract, and of all. Others are rejected at once. */
const maxWaiting = { ofContract: 64, all: 512 }

interface Job extends Checked {
  resolve(text: string | undefined): void
  reject(error: JsonLimitError): void
}

/** A contract with the bodies that wait for their check. */
interface Line {
  schemas: readonly ContractSchema[]
  jobs: Job[]
}

/** A thread that has compiled this many contracts is replaced by a new one, because revisions bring new ones. */
const maxContracts = 100

class SchemaThread {
  readonly #lines = new Map<readonly ContractSchema[], Line>()
  #thread: Worker | undefined
  readonly #numbers = new WeakMap<readonly ContractSchema[], number>()
  #defined = new Set<number>()
  #running:
    | { line: Line; job: Job; number: number; hasBegun: boolean; startUsage: NodeJS.CpuUsage | undefined }
    | undefined
  #watch: NodeJS.Timeout | undefined
  #waiting = 0
  #lastNumber = 0

  /** Resolves with a sentence about the first violation, or undefined. Rejects with a `JsonLimitError`. */
  check(schemas: readonly ContractSchema[], checked: Checked): Promise<string | undefined> {
    const line = this.#lines.get(schemas) ?? { schemas, jobs: [] }
    if (line.jobs.length >= maxWaiting.ofContract || this.#waiting >= maxWaiting.all)
      return Promise.resolve(
        'body cannot be checked now: too many large bodies wait for their check; send it again later',
      )
    this.#lines.set(schemas, line)
    this.#waiting += 1
    return new Promise((resolve, reject) => {
      line.jobs.push({ ...checked, resolve, reject })
      this.#next()
    })
  }

  /** Starts the check of the contract whose turn it is. */
  #next(): void {
    if (this.#running) return
    for (const [key, line] of this.#lines) {
      const job = line.jobs.shift()
      if (job) {
        this.#start(line, job)
        return
      }
      this.#lines.delete(key)
    }
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #start(line: Line, job: Job): void {
    const { schemas } = line
    const contract = this.#numbers.get(schemas) ?? ++this.#lastNumber
    this.#numbers.set(schemas, contract)
    if (this.#defined.size >= maxContracts && !this.#defined.has(contract)) this.#end()
    const thread = this.#open()
    if (!this.#defined.has(contract)) {
      this.#defined.add(contract)
      thread.postMessage({
        kind: 'define',
        contract,
        schemas: JSON.parse(JSON.stringify(schemas)),
      } satisfies ToSchemaThread)
    }
    this.#waiting -= 1
    const number = ++this.#lastNumber
    this.#running = { line, job, number, hasBegun: false, startUsage: undefined }
    thread.postMessage({
      kind: 'check',
      job: number,
      contract,
      schema: job.schema,
      body: job.body,
      limits: job.limits,
    } satisfies ToSchemaThread)
    thread.ref()
    this.#watch ??= setInterval(() => void this.#look(), lookIntervalMs).unref()
  }

  #open(): Worker {
    if (this.#thread) return this.#thread
    const thread = new Worker(findModule('gateway/parts/validation/contract/schema-thread'), {
      env: threadEnvironment,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
    })
    thread.on('message', ({ job, hasBegun, text, isAboveLimit }: FromSchemaThread) => {
      if (this.#running?.number !== job) return
      if (hasBegun) this.#running.hasBegun = true
      else this.#finish(text, isAboveLimit)
    })
    thread.on('error', () => {}) // `exit` follows
    thread.on('exit', () => {
      if (this.#thread === thread) this.#replace()
    })
    this.#thread = thread
    return thread
  }

  /** Ends the thread when its check has used up the deadline. The first look only notes what the thread has used. */
  async #look(): Promise<void> {
    const { number, hasBegun } = this.#running ?? {}
    if (!hasBegun) return
    const usage = await this.#thread?.cpuUsage().catch(() => undefined)
    const running = this.#running
    if (!usage || !running || running.number !== number) return
    running.startUsage ??= usage
    const { user, system } = running.startUsage
    if (usage.user + usage.system - user - system < deadlineMs * 1_000) return
    this.#replace()
  }

  /** Ends the thread in the middle of a check. The next check starts another. */
  #replace(): void {
    this.#end()
    if (this.#running) this.#finish(overdue)
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = undefined
    this.#defined = new Set()
    void thread?.terminate()
  }

  /** Lets the other contracts go first. */
  #moveBack(line: Line): void {
    this.#lines.delete(line.schemas)
    if (line.jobs.length > 0) this.#lines.set(line.schemas, line)
  }

  #finish(text: string | undefined, isAboveLimit = false): void {
    const ended = this.#running
    this.#running = undefined
    if (ended) this.#moveBack(ended.line)
    this.#thread?.unref()
    if (isAboveLimit) ended?.job.reject(new JsonLimitError(text))
    else ended?.job.resolve(text)
    this.#next()
  }
}

const thread = new SchemaThread()

/** Checks a body of JSON on the thread of this process. Resolves and rejects as `describeJsonBody` ends. */
export function checkOnThread(schemas: readonly ContractSchema[], checked: Checked): Promise<string | undefined> {
  return thread.check(schemas, checked)
}
