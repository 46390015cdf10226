/**
 * Loads documents beside what is in use, in a process of its own: a thousand APIs take a second, in which the primary
 * still has to answer, to pass on revocations and to replace workers. What reading them took of memory ends with it,
 * unless there are so many that it stays, and remembers them.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { DocumentSource } from '../cli/documents.ts'
import type { LoadOptions } from '../config/index.ts'
import type { Problem } from '../config/types.ts'
import type { Packed } from './packed.ts'

/** Documents as they are on disk, held against those in use. */
export interface Candidate {
  /** What may be put to use; undefined when something is wrong, it was only to be looked at, or is in use. */
  config?: Packed
  /** There are so many documents that it is worth memory to remember them. */
  isLarge?: boolean
  revision?: string
  problems: readonly Problem[]
  /** What would change, in plain words. */
  changes: readonly string[]
}

export interface Loader {
  /** Loads documents that may be put to use. */
  load(source: DocumentSource): Promise<Candidate>
  /** Loads documents only to tell what they would change. */
  look(source: DocumentSource): Promise<Candidate>
  /** Is told what has been put to use, of what was loaded. */
  used(config: Packed): void
  /** Is told that documents will be loaded soon: the process loads its code meanwhile. */
  wake(): void
  /** Ends the process until it is needed again, unless it has much to remember. */
  rest(): void
  close(): Promise<void>
}

export type ToLoader =
  | { kind: 'begin'; options: LoadOptions; inUse: Packed | undefined }
  | { kind: 'load' | 'look'; number: number; source: DocumentSource }
  | { kind: 'used'; revision: string }

export type FromLoader = { number: number; loaded: Candidate } | { number: number; failed: string }

const program = fileURLToPath(new URL('loader-process.ts', import.meta.url))

/** It may be in the middle of a thousand documents that nobody waits for any more. */
const longestEndMs = 1_000

/** Whoever edits documents saves again soon. */
const idleMs = 10_000

/** Reading documents makes much that lives a while: with room for it from the beginning, it is moved less often. */
const memoryFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32']

/** The process is started at once, and again when it is needed after a rest. */
export function openLoader(options: LoadOptions): Loader {
  const open = new Map<number, PromiseWithResolvers<Candidate>>()
  let inUse: Packed | undefined
  let asked = 0
  let idle: NodeJS.Timeout | undefined
  let stays = false
  let running: ChildProcess | undefined = start()

  return {
    load: (source) => ask('load', source),
    look: (source) => ask('look', source),

    used(config) {
      inUse = config
      if (running) tell(running, { kind: 'used', revision: config.revision })
    },

    wake() {
      running ??= start()
      restSoon()
    },

    rest() {
      if (!stays) void end()
    },

    close: end,
  }

  function ask(kind: 'load' | 'look', source: DocumentSource): Promise<Candidate> {
    const settled = Promise.withResolvers<Candidate>()
    asked += 1
    open.set(asked, settled)
    clearTimeout(idle)
    running ??= start()
    running.channel?.ref() // until it has answered, it keeps this process alive
    tell(running, { kind, number: asked, source })
    return settled.promise
  }

  function restSoon(): void {
    if (open.size > 0) return
    clearTimeout(idle)
    if (!stays) idle = setTimeout(end, idleMs).unref()
    running?.channel?.unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = running
    running = undefined
    if (!ending) return
    ending.ref()
    const ended = once(ending, 'exit')
    if (ending.connected) ending.disconnect() // it ends by itself, and keeps its compiled code for the next
    const late = setTimeout(() => ending.kill('SIGKILL'), longestEndMs)
    await ended
    clearTimeout(late)
  }

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...memoryFlags],
    })
    started.unref()
    started.channel?.unref()
    started.on('message', (message: FromLoader) => {
      const settled = open.get(message.number)
      open.delete(message.number)
      if ('loaded' in message) {
        stays = message.loaded.isLarge ?? stays
        settled?.resolve(message.loaded)
      } else settled?.reject(new Error(message.failed))
      restSoon()
    })
    const fail = (reason: string) => {
      if (running !== undefined && running !== started) return // another has taken its place
      running = undefined
      for (const settled of open.values())
        settled.reject(new Error(`the documents were not loaded: ${reason}`))
      open.clear()
    }
    started.on('error', (error) => fail(error.message))
    started.on('exit', () => fail('the process that loads them ended'))
    tell(started, { kind: 'begin', options, inUse })
    return started
  }
}

/** A process that has just ended says so itself. */
function tell(to: ChildProcess, message: ToLoader): void {
  if (to.connected) to.send(message, () => {})
}
