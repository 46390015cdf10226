/** A thread that runs scripts one after the other, and its watchdog. The thread starts with the first script. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../../../shared/lib/package/source-files.ts'
import {
  activityBytes,
  type FromScriptThread,
  openThreadActivity,
  type ScriptDefinition,
  type ThreadActivity,
  type ToScriptThread,
} from './script-messages.ts'

export type RunMessage = ToScriptThread & { kind: 'run' }

/** What happens to a script on its lane. */
export interface LaneJob {
  message: RunMessage
  definition: ScriptDefinition
  /** Whether the script has sent requests, so that it cannot be started again. */
  hasSentRequests: boolean
  /** Takes everything that the thread sends about the job; also `overdue` when its thread was ended. */
  receive(message: FromScriptThread): void
}

const watchIntervalMs = 10
/** How much longer than its limit a script may run until its thread is ended: code of the engine that it cannot interrupt. */
const graceMs = 20

export class ScriptLane {
  readonly #jobs = new Map<number, LaneJob>()
  #thread: Worker | undefined
  #activity: ThreadActivity | undefined
  #defined = new Set<number>()
  #watchdog: NodeJS.Timeout | undefined

  run(job: LaneJob): void {
    this.#jobs.set(job.message.job, job)
    this.warm(job.definition)
    this.#send(job.message)
    this.#watchdog ??= setInterval(() => this.#watch(), watchIntervalMs).unref()
  }

  reply(message: ToScriptThread & { kind: 'reply' }): void {
    if (this.#jobs.has(message.job)) this.#send(message)
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
    for (const job of [...this.#jobs.values()])
      this.#end(job, { kind: 'failed', job: job.message.job, error: 'the gateway is closing', logs: [] })
  }

  #send(message: ToScriptThread): void {
    this.#start().postMessage(message)
  }

  /** Lets the thread compile the script, before its first call. */
  warm(definition: ScriptDefinition): void {
    if (this.#defined.has(definition.number)) return
    this.#defined.add(definition.number)
    this.#send({ kind: 'define', script: definition })
  }

  #start(): Worker {
    if (this.#thread) return this.#thread
    const buffer = new SharedArrayBuffer(activityBytes)
    const thread = new Worker(findModule('gateway/parts/transform/scripts/script-thread'), {
      workerData: buffer,
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
    })
    this.#thread = thread
    this.#activity = openThreadActivity(buffer)
    thread.unref()
    thread.on('message', (message: FromScriptThread) => this.#receive(message))
    thread.on('error', () => {}) // `exit` follows
    thread.on('exit', () => {
      if (this.#thread === thread) this.#restart()
    })
    return thread
  }

  #receive(message: FromScriptThread): void {
    const job = this.#jobs.get(message.job)
    if (!job) return
    if (message.kind === 'open') {
      job.hasSentRequests = true
      job.receive(message)
    } else this.#end(job, message)
  }

  #end(job: LaneJob, message: FromScriptThread): void {
    this.#jobs.delete(job.message.job)
    if (this.#jobs.size === 0) {
      clearInterval(this.#watchdog)
      this.#watchdog = undefined
    }
    job.receive(message)
  }

  /** Ends the thread when a script has run for longer than the engine should have let it. */
  #watch(): void {
    const job = this.#activity && this.#jobs.get(Atomics.load(this.#activity.job, 0))
    if (!job || !this.#activity) return
    const ranMs = performance.timeOrigin + performance.now() - (this.#activity.startedAt[0] ?? 0)
    if (ranMs <= job.message.limitMs + graceMs) return
    void this.#thread?.terminate()
    this.#restart()
  }

  /** Starts another thread for the jobs that the ended one had not begun. The one that ran is overdue. */
  #restart(): void {
    const interrupted = this.#activity ? Atomics.load(this.#activity.job, 0) : 0
    this.#thread = undefined
    this.#defined = new Set()
    for (const job of [...this.#jobs.values()]) {
      if (job.message.job === interrupted || job.hasSentRequests)
        this.#end(job, { kind: 'overdue', job: job.message.job })
      else {
        this.warm(job.definition)
        this.#send(job.message)
      }
    }
  }
}
