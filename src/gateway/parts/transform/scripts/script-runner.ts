/**
 * Runs scripts on threads of a worker, so that no script can keep the worker busy.
 *
 * Scripts start on the first lane. A script that uses more processor time than `firstLimitMs` is stopped, and starts again
 * on the lane of slow scripts with its own limit. It then starts there for a while, so that it does not delay others.
 * Scripts that send requests cannot start twice: they have a lane of their own until one takes long. A script that was short
 * several times in a row runs on the thread of the worker itself, as long as it stays short and bodies are small.
 * Each lane serves the APIs in turn.
 */
import { describeScriptError, RunningScript } from './running-script.ts'
import { openScriptEngines, type ScriptEngines } from './script-engines.ts'
import { type LaneJob, loadEngineModule, type RunMessage, ScriptLane } from './script-lane.ts'
import {
  type FromScriptThread,
  readThreadCpuMs,
  type ScriptDefinition,
  type ScriptFailure,
  type ScriptLogLine,
} from './script-messages.ts'

/** A script with its limit and its history. */
export interface Script {
  definition: ScriptDefinition
  /** The API of the script: scripts of different owners run in turn. */
  owner: unknown
  /** The limit of processor time in milliseconds. */
  limitMs: number
  /** Whether it sends requests, so that it cannot start twice, or nothing but its thread can stop it. */
  sendsRequests: boolean
  /** How often in a row the script was short on the first lane. */
  shortRuns: number
  /** How often in a row the script must be short before it runs on the thread of the worker. */
  neededRuns: number
  /** Until when the script starts on the lane of slow scripts, on the monotonic clock in milliseconds. */
  slowUntil: number
}

export interface ScriptInput {
  input: string
  body: Uint8Array | undefined
  requestBody: Uint8Array | undefined
}

export type ScriptOutcome =
  | { kind: 'done'; result: string; body: Uint8Array | string | undefined; logs: ScriptLogLine[] }
  | ({ kind: 'failed'; logs: ScriptLogLine[] } & ScriptFailure)
  | { kind: 'overdue' }

/** The response to a request of a script: its head as JSON, with its body. */
export interface ScriptReply {
  head: string
  body: Uint8Array | undefined
}

/** Sends a request of a script, whose options are JSON of `ScriptRequest`. It never rejects. */
export type SendScriptRequest = (options: string, body: Uint8Array | undefined) => Promise<ScriptReply>

const firstLimitMs = 20
/** A script that ends within this time was short. */
const shortMs = 2
const firstNeededRuns = 10
const maxInlineMs = 8
/** The largest body of scripts that run on the thread of the worker. */
const maxInlineBytes = 16 * 1024
const slowMs = 60_000
/** The largest number of scripts of one API in a worker that wait for their requests or for their turn. */
const maxOpenScripts = 1_000
/** The same of all APIs together: each holds the body of its call. */
const maxOpenInAll = 4_000

/** The scripts of one build of the gateway. */
export class ScriptRunner {
  readonly #inline = new InlineScripts()
  readonly #lanes = { first: new ScriptLane(), slow: new ScriptLane(), requesting: new ScriptLane() }
  readonly #scripts: Script[] = []
  #lastJob = 0
  readonly #openCounts = new Map<unknown, number>()
  #openInAll = 0

  /** Returns a script that can run, for the API `owner`. `source` must have been checked. */
  define(
    definition: Omit<ScriptDefinition, 'number'>,
    limitMs: number,
    sendsRequests: boolean,
    owner: unknown = definition,
  ): Script {
    const number = this.#scripts.length + 1
    const state = { shortRuns: 0, neededRuns: firstNeededRuns, slowUntil: 0 }
    const script = { definition: { ...definition, number }, owner, limitMs, sendsRequests, ...state }
    this.#scripts.push(script)
    return script
  }

  /** Starts the threads that the defined scripts need. Without this call they start with the first run. */
  warm(): void {
    for (const { definition, sendsRequests } of this.#scripts)
      this.#lanes[sendsRequests ? 'requesting' : 'first'].warm(definition)
  }

  /** Runs a script. It never rejects. */
  async run(script: Script, input: ScriptInput, send: SendScriptRequest): Promise<ScriptOutcome> {
    if (script.shortRuns >= script.neededRuns && this.#inline.isOpen && isSmall(input)) {
      const outcome = this.#runInline(script, input)
      if (outcome.kind !== 'overdue') return outcome as ScriptOutcome
    }
    const { owner } = script
    const count = this.#openCounts.get(owner) ?? 0
    if (count >= maxOpenScripts) return { kind: 'failed', error: 'too many scripts of this API are waiting', logs: [] }
    if (this.#openInAll >= maxOpenInAll) return { kind: 'failed', error: 'too many scripts are waiting', logs: [] }
    this.#openInAll += 1
    this.#openCounts.set(owner, count + 1)
    try {
      return (await this.#runOnLanes(script, input, send)) as ScriptOutcome
    } finally {
      this.#openInAll -= 1
      const left = (this.#openCounts.get(owner) ?? 1) - 1
      if (left === 0) this.#openCounts.delete(owner)
      else this.#openCounts.set(owner, left)
    }
  }

  /** Ends the threads and engines while no script runs. Scripts can still run. */
  retire(): void {
    this.#inline.close()
    for (const lane of Object.values(this.#lanes)) lane.retire()
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()))
  }

  async #runOnLanes(script: Script, input: ScriptInput, send: SendScriptRequest): Promise<FromScriptThread> {
    const { first, slow, requesting } = this.#lanes
    const isSlow = script.limitMs > firstLimitMs && performance.now() < script.slowUntil
    if (isSlow) return this.#start(slow, script, input, script.limitMs, send)
    if (script.sendsRequests) {
      const outcome = await this.#start(requesting, script, input, script.limitMs, send)
      const tookMs = outcome.kind === 'done' ? outcome.tookMs : 0
      if (outcome.kind === 'overdue' || tookMs > firstLimitMs) script.slowUntil = performance.now() + slowMs
      return outcome
    }

    const outcome = await this.#start(first, script, input, Math.min(firstLimitMs, script.limitMs), send)
    script.shortRuns = outcome.kind === 'done' && outcome.tookMs < shortMs ? script.shortRuns + 1 : 0
    if (script.shortRuns >= script.neededRuns) this.#inline.open()
    if (outcome.kind !== 'overdue' || script.limitMs <= firstLimitMs) return outcome
    script.slowUntil = performance.now() + slowMs
    return this.#start(slow, script, input, script.limitMs, send)
  }

  #start(lane: ScriptLane, script: Script, input: ScriptInput, limitMs: number, send: SendScriptRequest) {
    this.#lastJob = (this.#lastJob % 0x7fff_ffff) + 1
    const job = this.#lastJob
    const message: RunMessage = { kind: 'run', job, script: script.definition.number, ...input, limitMs }
    return new Promise<FromScriptThread>((resolve) => {
      const receive: LaneJob['receive'] = (received) => {
        if (received.kind !== 'open') return resolve(received)
        const { request } = received
        void send(received.options, received.body).then((reply) =>
          lane.reply({ kind: 'reply', job, request, ...reply }),
        )
      }
      lane.run({ message, definition: script.definition, owner: script.owner, hasSentRequests: false, receive })
    })
  }

  /** Runs a script on the thread of the worker. A script that is not short here has to prove itself again, for longer. */
  #runInline(script: Script, input: ScriptInput): FromScriptThread {
    const began = readThreadCpuMs()
    const outcome = this.#inline.run(script.definition, input)
    if (outcome.kind === 'overdue' || readThreadCpuMs() - began > maxInlineMs) {
      script.shortRuns = 0
      script.neededRuns *= 100
    }
    return outcome
  }
}

function isSmall({ input, body, requestBody }: ScriptInput): boolean {
  return input.length + (body?.length ?? 0) + (requestBody?.length ?? 0) <= maxInlineBytes
}

/** The time after which a script is stopped on the thread of the worker. */
const inlineLimitMs = 10

/** Runs scripts on the thread of the worker itself, which saves the way to another thread and back. */
class InlineScripts {
  #engines: ScriptEngines | undefined
  #opening: Promise<void> | undefined

  get isOpen(): boolean {
    return this.#engines !== undefined
  }

  /** Compiles the engine after the call that is served. When that fails, scripts keep running on their threads. */
  open(): void {
    this.#opening ??= new Promise(setImmediate)
      .then(() => {
        this.#engines = openScriptEngines(loadEngineModule())
      })
      .catch(() => {})
  }

  /** Drops the engine for good. */
  close(): void {
    this.#opening ??= Promise.resolve()
    this.#engines = undefined
  }

  /** Runs a script to its end. The outcome is `overdue` when it took too long, or would have to wait for a response. */
  run(definition: ScriptDefinition, input: ScriptInput): FromScriptThread {
    const job = 0
    if (!this.#engines) return { kind: 'overdue', job }
    let isWaiting = false
    let script: RunningScript | undefined
    try {
      const message = { kind: 'run', job, script: definition.number, ...input, limitMs: inlineLimitMs } as const
      script = new RunningScript(this.#engines, definition, message, () => {
        isWaiting = true
      })
      const result = script.start()
      if (result === undefined || isWaiting) return { kind: 'overdue', job }
      return { kind: 'done', job, result, body: script.body, logs: script.logs, tookMs: script.usedMs }
    } catch (error) {
      if (!script || script.isOverdue || isWaiting) return { kind: 'overdue', job }
      return { kind: 'failed', job, ...describeScriptError(error), logs: script.logs }
    } finally {
      script?.release()
    }
  }
}
