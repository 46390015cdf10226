/**
 * Runs scripts on threads of a worker, so that no script can keep the worker busy.
 *
 * Short scripts share the first lane. A script that runs for longer than `firstLimitMs` is stopped, and starts again on
 * the second lane with its own limit. It then starts there for a while, so that it does not delay others.
 */

import { type LaneJob, type RunMessage, ScriptLane } from './script-lane.ts'
import type { FromScriptThread, ScriptDefinition, ScriptLogLine } from './script-messages.ts'

/** A script with its limit of time. */
export interface Script {
  definition: ScriptDefinition
  limitMs: number
  /** Whether it sends requests. It then starts on the second lane, because it cannot start twice. */
  sendsRequests: boolean
  /** Until when the script starts on the second lane, on the monotonic clock in milliseconds. */
  slowUntil: number
}

export interface ScriptInput {
  input: string
  body: Uint8Array | undefined
  requestBody: Uint8Array | undefined
}

export type ScriptOutcome =
  | { kind: 'done'; result: string; body: Uint8Array | string | undefined; logs: ScriptLogLine[] }
  | { kind: 'failed'; error: string; logs: ScriptLogLine[] }
  | { kind: 'overdue' }

/** The response to a request of a script: its head as JSON, with its body. */
export interface ScriptReply {
  head: string
  body: Uint8Array | undefined
}

/** Sends a request of a script, whose options are JSON of `ScriptRequest`. It never rejects. */
export type SendScriptRequest = (options: string, body: Uint8Array | undefined) => Promise<ScriptReply>

export interface ScriptRunner {
  /** Returns a script that can run. `source` must have been checked. */
  define(definition: Omit<ScriptDefinition, 'number'>, limitMs: number, sendsRequests: boolean): Script
  /** Starts the threads that the defined scripts need. Without this call they start with the first run. */
  warm(): void
  /** Runs a script. It never rejects. */
  run(script: Script, input: ScriptInput, send: SendScriptRequest): Promise<ScriptOutcome>
  close(): Promise<void>
}

const firstLimitMs = 20
const slowMs = 60_000
/** The largest number of scripts of a worker that wait for their requests or for their turn. */
const maxOpenScripts = 1_000

export function openScriptRunner(): ScriptRunner {
  const lanes = { first: new ScriptLane(), second: new ScriptLane() }
  const definitions: Script[] = []
  let lastJob = 0
  let openCount = 0

  function start(lane: ScriptLane, script: Script, input: ScriptInput, limitMs: number, send: SendScriptRequest) {
    lastJob = (lastJob % 0x7fff_ffff) + 1
    const job = lastJob
    const message: RunMessage = { kind: 'run', job, script: script.definition.number, ...input, limitMs }
    return new Promise<FromScriptThread>((resolve) => {
      const receive: LaneJob['receive'] = (received) => {
        if (received.kind !== 'open') return resolve(received)
        const { request } = received
        void send(received.options, received.body).then((reply) =>
          lane.reply({ kind: 'reply', job, request, ...reply }),
        )
      }
      lane.run({ message, definition: script.definition, hasSentRequests: false, receive })
    })
  }

  async function runOnLanes(script: Script, input: ScriptInput, send: SendScriptRequest): Promise<FromScriptThread> {
    const startsFirst = !script.sendsRequests && script.limitMs > firstLimitMs && performance.now() >= script.slowUntil
    if (!startsFirst && script.limitMs > firstLimitMs) return start(lanes.second, script, input, script.limitMs, send)

    const outcome = await start(lanes.first, script, input, Math.min(firstLimitMs, script.limitMs), send)
    if (outcome.kind !== 'overdue' || !startsFirst) return outcome
    script.slowUntil = performance.now() + slowMs
    return start(lanes.second, script, input, script.limitMs, send)
  }

  return {
    define(definition, limitMs, sendsRequests) {
      const number = definitions.length + 1
      const script = { definition: { ...definition, number }, limitMs, sendsRequests, slowUntil: 0 }
      definitions.push(script)
      return script
    },

    warm() {
      for (const { definition, sendsRequests } of definitions)
        lanes[sendsRequests ? 'second' : 'first'].warm(definition)
    },

    async run(script, input, send) {
      if (openCount >= maxOpenScripts) return { kind: 'failed', error: 'too many scripts are waiting', logs: [] }
      openCount += 1
      try {
        return (await runOnLanes(script, input, send)) as ScriptOutcome
      } finally {
        openCount -= 1
      }
    },

    async close() {
      await Promise.all([lanes.first.close(), lanes.second.close()])
    },
  }
}
