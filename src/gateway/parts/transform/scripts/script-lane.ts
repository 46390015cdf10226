/** A thread that runs scripts one by one, those of each API in turn, and its watchdog. The first script starts it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { findModule, threadEnvironment } from '../../../../shared/lib/package/source-files.ts'
import { FairQueue } from './fair-queue.ts'
import {
  activityBytes,
  type FromScriptThread,
  openThreadActivity,
  type ScriptDefinition,
  type ScriptThreadData,
  type ThreadActivity,
  type ToScriptThread,
} from './script-messages.ts'

export type RunMessage = ToScriptThread & { kind: 'run' }

/** A message that starts or continues a script. */
type Turn = Exclude<ToScriptThread, { kind: 'define' }>

/** What happens to a script on its lane. */
export interface LaneJob {
  message: RunMessage
  definition: ScriptDefinition
  /** The API of the script. */
  owner: unknown
  /** Whether the script has sent requests, so that it cannot be started again. */
  hasSentRequests: boolean
  /** Takes everything that the thread sends about the job; also `overdue` when its thread was ended. */
  receive(message: FromScriptThread): void
}

const watchIntervalMs = 10
/** The processor time above its limit after which the thread of a script is ended: the engine cannot stop it. */
const graceMs = 20
/** A thread that does not tell its processor time is ended after this multiple of the limit, on the clock. */
const maxClockFactor = 20

const load = createRequire(import.meta.url).resolve
let engineModule: WebAssembly.Module | undefined

/** Returns the module of the script engine, which all threads share, because each would compile it again. */
export function loadEngineModule(): WebAssembly.Module {
  engineModule ??= new WebAssembly.Module(readFileSync(load('quickjs-wasi/quickjs.wasm')))
  return engineModule
}

export class ScriptLane {
  readonly #jobs = new Map<number, LaneJob>()
  /** Messages that start or continue a script; the thread has one at a time. */
  readonly #turns = new FairQueue<Turn>()
  #turn: Turn | undefined
  #thread: Worker | undefined
  #activity: ThreadActivity | undefined
  #defined = new Set<number>()
  #watchdog: NodeJS.Timeout | undefined
  #isRetired = false
  /** The thread whose processor time is being read. */
  #measured: Worker | undefined

  run(job: LaneJob): void {
    this.#jobs.set(job.message.job, job)
    this.#turns.add(job.owner, job.message)
    this.#next()
    this.#watchdog ??= setInterval(() => this.#watch(), watchIntervalMs).unref()
  }

  reply(message: ToScriptThread & { kind: 'reply' }): void {
    const job = this.#jobs.get(message.job)
    if (!job) return
    this.#turns.add(job.owner, message)
    this.#next()
  }

  /** Ends the thread now and later whenever no script runs. */
  retire(): void {
    this.#isRetired = true
    if (this.#jobs.size === 0) void this.#endThread()
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog)
    this.#turns.clear()
    await this.#endThread()
    for (const job of [...this.#jobs.values()])
      this.#end(job, { kind: 'failed', job: job.message.job, error: 'the gateway is closing', logs: [] })
  }

  /** Gives the thread its next message when it has ended the last one. */
  #next(): void {
    while (!this.#turn) {
      const turn = this.#turns.take()
      if (!turn) return
      const job = this.#jobs.get(turn.job)
      if (!job) continue
      this.#turn = turn
      this.warm(job.definition)
      this.#send(turn)
    }
  }

  #endTurn(job: number): void {
    if (this.#turn?.job !== job) return
    this.#turn = undefined
    this.#next()
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
      workerData: { module: loadEngineModule(), buffer } satisfies ScriptThreadData,
      env: threadEnvironment,
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
    if (message.kind === 'open') {
      if (!job) return
      job.hasSentRequests = true
      job.receive(message)
      return
    }
    this.#endTurn(message.job)
    if (job && message.kind !== 'waiting') this.#end(job, message)
  }

  #end(job: LaneJob, message: FromScriptThread): void {
    this.#jobs.delete(job.message.job)
    if (this.#jobs.size === 0) {
      clearInterval(this.#watchdog)
      this.#watchdog = undefined
      if (this.#isRetired) void this.#endThread()
    }
    job.receive(message)
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#defined = new Set()
    await thread?.terminate()
  }

  /** Ends the thread when a script has used more than the engine should have let it. */
  #watch(): void {
    const [thread, activity] = [this.#thread, this.#activity]
    const job = activity && this.#jobs.get(Atomics.load(activity.job, 0))
    if (!thread || !activity || !job) return
    const { limitMs } = job.message
    const ranMs = performance.timeOrigin + performance.now() - (activity.startedAt[0] ?? 0)
    if (ranMs > limitMs * maxClockFactor + 1_000) this.#stop(thread)
    else if (ranMs > limitMs + graceMs && this.#measured !== thread) this.#measure(thread, activity, job)
  }

  /** Ends the thread when it still runs the job and has used too much processor time for it. */
  #measure(thread: Worker, activity: ThreadActivity, job: LaneJob): void {
    this.#measured = thread
    const startedCpuMs = activity.startedCpuMs[0] ?? 0
    const measured = thread.cpuUsage().then(({ user, system }) => {
      const isSame = this.#thread === thread && Atomics.load(activity.job, 0) === job.message.job
      if (isSame && (user + system) / 1_000 - startedCpuMs > job.message.limitMs + graceMs) this.#stop(thread)
    })
    // A thread that has ended has no processor time to tell; `exit` follows.
    void measured
      .catch(() => {})
      .finally(() => {
        if (this.#measured === thread) this.#measured = undefined
      })
  }

  #stop(thread: Worker): void {
    void thread.terminate()
    this.#restart()
  }

  /** Starts another thread for the jobs that the ended one had not begun. The one that ran is overdue. */
  #restart(): void {
    const interrupted = this.#activity ? Atomics.load(this.#activity.job, 0) : 0
    const turn = this.#turn
    this.#turn = undefined
    this.#thread = undefined
    this.#defined = new Set()
    for (const job of [...this.#jobs.values()])
      if (job.message.job === interrupted || job.hasSentRequests)
        this.#end(job, { kind: 'overdue', job: job.message.job })
    const postponed = turn && this.#jobs.get(turn.job)
    if (postponed) this.#turns.add(postponed.owner, turn)
    this.#next()
  }
}
