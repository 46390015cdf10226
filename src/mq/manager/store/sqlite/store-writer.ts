/** The client of the writer thread, one for all stores: a second one would wait for the same disk. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../../../shared/lib/package/source-files.ts'
import { MessageStoreError } from '../message-store.ts'
import type { OpenedStoreState, WriterStoreOptions, WriterThreadStore } from './writer-thread-store.ts'

interface WriterOperations extends Pick<WriterThreadStore, 'commit' | 'claimBlock' | 'preserve' | 'load'> {
  open(options: WriterStoreOptions): OpenedStoreState
  close(): void
}

export interface WriterRequest {
  readonly number: number
  readonly store: number
  readonly verb: keyof WriterOperations
  readonly argument: unknown
}

export type WriterReply = { readonly request: number } & (
  | { readonly value: unknown }
  | { readonly fault: { readonly kind: MessageStoreError['kind']; readonly message: string } }
)

/** The writes of one store. Each rejects with a `MessageStoreError`, and has then changed nothing. */
export type StoreWriter = {
  [verb in Exclude<keyof WriterOperations, 'open'>]: (
    ...argument: Parameters<WriterOperations[verb]>
  ) => Promise<ReturnType<WriterOperations[verb]>>
} & { readonly opened: OpenedStoreState }

let thread: WriterThread | undefined
let lastStore = 0

/** Opens a store on the writer thread. Rejects with a `MessageStoreError` that names the file. */
export async function openStoreWriter(options: WriterStoreOptions): Promise<StoreWriter> {
  if (!thread?.isAlive) thread = new WriterThread()
  const own = thread
  const store = ++lastStore
  const opened = await own.ask(store, 'open', options)
  return {
    opened,
    commit: (changes) => own.ask(store, 'commit', changes, [changes.messages.bytes]),
    claimBlock: () => own.ask(store, 'claimBlock'),
    preserve: (messages) => own.ask(store, 'preserve', messages, [messages.bytes]),
    load: (rows) => own.ask(store, 'load', rows, [rows]),
    close: () => own.ask(store, 'close'),
  }
}

type Pending = { resolve(value: unknown): void; reject(error: Error): void }

/** The writer thread. It processes requests in order. The first one must follow at once, because its answer lets the process end. */
class WriterThread {
  readonly #worker = new Worker(findModule('mq/manager/store/sqlite/writer-thread'))
  readonly #pending = new Map<number, Pending>()
  #last = 0
  #ended: string | undefined

  constructor() {
    let reason = 'it was stopped'
    this.#worker.on('message', (reply: WriterReply) => this.#settle(reply))
    this.#worker.on('error', (error) => {
      reason = error.message
    })
    this.#worker.on('exit', () => this.#end(reason))
  }

  get isAlive(): boolean {
    return this.#ended === undefined
  }

  ask<V extends keyof WriterOperations>(
    store: number,
    verb: V,
    argument?: Parameters<WriterOperations[V]>[0],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<WriterOperations[V]>> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#fault())
      const request: WriterRequest = { number: ++this.#last, store, verb, argument }
      this.#worker.postMessage(request, transfer) // throws when the argument cannot be copied to another thread
      this.#pending.set(request.number, { resolve: resolve as Pending['resolve'], reject })
      this.#worker.ref() // keeps the process running until the reply
    })
  }

  #settle(reply: WriterReply): void {
    const pending = this.#pending.get(reply.request)
    this.#pending.delete(reply.request)
    if (this.#pending.size === 0) this.#worker.unref()
    if ('value' in reply) pending?.resolve(reply.value)
    else pending?.reject(new MessageStoreError(reply.fault.kind, reply.fault.message))
  }

  #end(reason: string): void {
    this.#ended = reason
    for (const { reject } of this.#pending.values()) reject(this.#fault())
  }

  /** The result of a commit in progress is unknown, so all writes fail until the queue manager is restarted. */
  #fault(): MessageStoreError {
    const text = `the thread that writes the stores ended (${this.#ended}); end the queue manager and start it again`
    return new MessageStoreError('failed', text)
  }
}
