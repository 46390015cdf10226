/** The thread that writes for all stores of the process: it waits for the disk, so that the event loop does not have to. */
import { parentPort } from 'node:worker_threads'

import { storeFault } from './faults.ts'
import type { Reply, Request } from './writer.ts'
import { type OpenOptions, openWrittenStore, type WrittenStore } from './written-store.ts'

const stores = new Map<number, WrittenStore>()

parentPort?.on('message', (request: Request) => {
  parentPort?.postMessage(reply(request))
  if (request.verb === 'open' || request.verb === 'commit') stores.get(request.store)?.tend()
})

function reply(request: Request): Reply {
  try {
    return { request: request.number, value: run(request) }
  } catch (error) {
    const { kind, message } = storeFault('store', error)
    return { request: request.number, fault: { kind, message } }
  }
}

function run({ store, verb, argument }: Request): unknown {
  if (verb === 'open') return open(store, argument as OpenOptions)
  const written = stores.get(store) as WrittenStore
  if (verb !== 'close') return written[verb](argument as never)
  stores.delete(store)
  return written.close()
}

function open(store: number, options: OpenOptions) {
  const written = openWrittenStore(options)
  stores.set(store, written)
  return { block: written.block, parked: written.parked }
}
