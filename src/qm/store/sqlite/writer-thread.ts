/** The writer thread of all stores of the process. It waits for the disk, so that the event loop is not blocked. */
import { parentPort } from 'node:worker_threads'

import { toStoreError } from '../database/store-errors.ts'
import type { WriterReply, WriterRequest } from './store-writer.ts'
import {
  openWriterThreadStore,
  type WriterStoreOptions,
  type WriterThreadStore,
} from './writer-thread-store.ts'

const stores = new Map<number, WriterThreadStore>()

parentPort?.on('message', (request: WriterRequest) => {
  parentPort?.postMessage(reply(request))
  if (request.verb === 'open' || request.verb === 'commit') stores.get(request.store)?.maintain()
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
  const written = stores.get(store) as WriterThreadStore
  if (verb !== 'close') return written[verb](argument as never)
  stores.delete(store)
  return written.close()
}

function open(store: number, options: WriterStoreOptions) {
  const written = openWriterThreadStore(options)
  stores.set(store, written)
  return { block: written.block, parked: written.parked }
}
