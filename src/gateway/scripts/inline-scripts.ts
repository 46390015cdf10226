/**
 * Runs scripts on the thread of the worker itself, which saves the way to another thread and back. Only scripts that have
 * proved to be short run here, with small bodies: see `script-runner.ts`.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { describeScriptError, RunningScript } from './running-script.ts'
import { openScriptEngines, type ScriptEngines } from './script-engines.ts'
import type { FromScriptThread, ScriptDefinition } from './script-messages.ts'

const load = createRequire(import.meta.url).resolve

/** The time after which a script is stopped here. */
const limitMs = 10

export interface InlineInput {
  input: string
  body: Uint8Array | undefined
  requestBody: Uint8Array | undefined
}

export class InlineScripts {
  #engines: ScriptEngines | undefined
  #opening: Promise<void> | undefined

  get isOpen(): boolean {
    return this.#engines !== undefined
  }

  /** Compiles the engine beside the calls that are served. */
  open(): void {
    this.#opening ??= this.#compile().catch(() => {}) // scripts then keep running on their threads
  }

  /** Runs a script to its end. The outcome is `overdue` when it took too long, or would have to wait for a response. */
  run(definition: ScriptDefinition, input: InlineInput): FromScriptThread {
    const job = 0
    if (!this.#engines) return { kind: 'overdue', job }
    let isWaiting = false
    let script: RunningScript | undefined
    try {
      const message = { kind: 'run', job, script: definition.number, ...input, limitMs } as const
      script = new RunningScript(this.#engines, definition, message, () => {
        isWaiting = true
      })
      const result = script.start()
      if (result === undefined || isWaiting) return { kind: 'overdue', job }
      return { kind: 'done', job, result, body: script.body, logs: script.logs, tookMs: script.usedMs }
    } catch (error) {
      if (!script || script.isOverdue || isWaiting) return { kind: 'overdue', job }
      return { kind: 'failed', job, error: describeScriptError(error), logs: script.logs }
    } finally {
      script?.release()
    }
  }

  async #compile(): Promise<void> {
    const module = await WebAssembly.compile(await readFile(load('quickjs-wasi/quickjs.wasm')))
    this.#engines = openScriptEngines(module)
  }
}
