/**
 * The way to the thread that writes. One thread serves all stores of the process: a second one would wait for the same
 * disk, and each costs 10 MB.
 */
import { Worker } from 'node:worker_threads'

import { StoreFault } from './store.ts'
import type { Opened, OpenOptions, WrittenStore } from './written-store.ts'

interface Verbs extends Pick<WrittenStore, 'commit' | 'claimBlock' | 'park'> {
  open(options: OpenOptions): Opened
  close(): void
}

export interface Request {
  readonly number: number
  readonly store: number
  readonly verb: keyof Verbs
  readonly argument: unknown
}

export type Reply = { readonly request: number } & (
  | { readonly value: unknown }
  | { readonly fault: { readonly kind: StoreFault['kind']; readonly message: string } }
)

/** The writes of one store. Each rejects with a `StoreFault` and has then changed nothing. */
export type Writer = {
  [verb in Exclude<keyof Verbs, 'open'>]: (
    ...argument: Parameters<Verbs[verb]>
  ) => Promise<ReturnType<Verbs[verb]>>
} & { readonly opened: Opened }

let thread: Thread | undefined
let lastStore = 0

/** Opens a store on the thread. Rejects with a `StoreFault` that names the file. */
export async function openWriter(options: OpenOptions): Promise<Writer> {
  if (!thread?.isAlive) thread = new Thread()
  const own = thread
  const store = ++lastStore
  const opened = await own.ask(store, 'open', options)
  return {
    opened,
    commit: (changes) => own.ask(store, 'commit', changes, [changes.messages.bytes]),
    claimBlock: () => own.ask(store, 'claimBlock'),
    park: (messages) => own.ask(store, 'park', messages, [messages.bytes]),
    close: () => own.ask(store, 'close'),
  }
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Requests are answered in their order. */
class Thread {
  readonly #worker = new Worker(new URL('./writer-thread.ts', import.meta.url))
  readonly #pending = new Map<number, Pending>()
  #last = 0
  #ended: string | undefined

  constructor() {
    let reason = 'it was stopped'
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', (error) => {
      reason = error.message
    })
    this.#worker.on('exit', () => this.#end(reason))
  }

  get isAlive(): boolean {
    return this.#ended === undefined
  }

  ask<V extends keyof Verbs>(
    store: number,
    verb: V,
    argument?: Parameters<Verbs[V]>[0],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<Verbs[V]>> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#fault())
      const request: Request = { number: ++this.#last, store, verb, argument }
      this.#pending.set(request.number, { resolve: resolve as Pending['resolve'], reject })
      this.#worker.ref() // the process lives until this is settled
      this.#worker.postMessage(request, transfer)
    })
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.request)
    this.#pending.delete(reply.request)
    if (this.#pending.size === 0) this.#worker.unref()
    if ('value' in reply) pending?.resolve(reply.value)
    else pending?.reject(new StoreFault(reply.fault.kind, reply.fault.message))
  }

  #end(reason: string): void {
    this.#ended = reason
    for (const { reject } of this.#pending.values()) reject(this.#fault())
    this.#pending.clear()
  }

  /** A commit that was under way may be on disk or not, so nothing is written before the queue manager is started again. */
  #fault(): StoreFault {
    const text = `the thread that writes the stores ended (${this.#ended}); end the queue manager and start it again`
    return new StoreFault('failed', text)
  }
}
