/** Answers the requests of `store-writer.ts` on the writer thread, one after the other. */
import type { MessagePort } from 'node:worker_threads'
import { toStoreError } from '../database/store-errors.ts'
import { MessageStoreError } from '../message-store.ts'
import type { WriterReply, WriterRequest } from './store-writer.ts'
import { openWriterThreadStore, type WriterStoreOptions, type WriterThreadStore } from './writer-thread-store.ts'

/** Answers every request that the port receives. A request that fails is answered with the fault. */
export function serveWriterRequests(port: Pick<MessagePort, 'on' | 'postMessage'>): void {
  const stores = new Map<number, WriterThreadStore>()

  port.on('message', (request: WriterRequest) => {
    port.postMessage(reply(request))
    stores.get(request.store)?.maintain() // after the answer, so that no caller waits for it
  })

  function reply(request: WriterRequest): WriterReply {
    try {
      return { request: request.number, value: run(request) }
    } catch (error) {
      const { kind, message } = toStoreError('store', error)
      return { request: request.number, fault: { kind, message } }
    }
  }

  function run({ store, verb, argument }: WriterRequest): unknown {
    if (verb === 'open') return open(store, argument as WriterStoreOptions)
    const found = stores.get(store)
    if (!found) throw new MessageStoreError('failed', 'the store is closed')
    if (verb !== 'close') return found[verb](argument as never)
    stores.delete(store)
    return found.close()
  }

  function open(store: number, options: WriterStoreOptions) {
    const opened = openWriterThreadStore(options)
    stores.set(store, opened)
    return { block: opened.block, parked: opened.parked }
  }
}
