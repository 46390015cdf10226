/** Orders of the primary to one worker, each settled when the worker says that it is done. */
import type { Worker } from 'node:cluster'

import type { FromWorker, Order, ToWorker } from './messages.ts'

export interface Orders {
  /** Settles when the worker has done it, with the port when it was told to serve. Rejects when it cannot, or dies. */
  give(order: Order): Promise<number | undefined>
}

export function openOrders(worker: Worker): Orders {
  const open = new Map<number, { order: Order; settled: PromiseWithResolvers<number | undefined> }>()
  let given = 0

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'done') take(message.number)?.resolve(message.port)
    if (message.kind === 'failed') take(message.number)?.reject(new Error(message.reason))
  })
  worker.once('exit', () => {
    for (const [number, { order }] of open)
      take(number)?.reject(new Error(`a worker ended while it was told to ${order.do}`))
  })

  return {
    give(order) {
      const settled = Promise.withResolvers<number | undefined>()
      given += 1
      open.set(given, { order, settled })
      if (!tell(worker, { kind: 'order', number: given, order }))
        take(given)?.reject(new Error(`a worker ended before it was told to ${order.do}`))
      return settled.promise
    },
  }

  function take(number: number): PromiseWithResolvers<number | undefined> | undefined {
    const settled = open.get(number)?.settled
    open.delete(number)
    return settled
  }
}

/** Says something to a worker; false when it can hear nothing any more. */
export function tell(worker: Worker, message: ToWorker): boolean {
  if (!worker.isConnected()) return false
  worker.send(message)
  return true
}
