/** Orders of the primary to one worker, each settled when the worker says that it is done. */
import type { Worker } from 'node:cluster'

import type { FromWorker, Order, OrderName, Orders, ToWorker } from './messages.ts'

/** Gives an order. Settles with the answer when the worker has done it; rejects when it cannot, dies, or is stuck. */
export type Give = <Name extends OrderName>(order: Order & { do: Name }) => Promise<Orders[Name]['answer']>

/** A worker that takes longer is stuck: a thousand APIs are built within seconds. */
const longestMs = 60_000

export function openOrders(worker: Worker): Give {
  const open = new Map<number, { name: OrderName; settled: PromiseWithResolvers<unknown> }>()
  let given = 0

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'done') take(message.number)?.resolve(message.answer)
    if (message.kind === 'failed') take(message.number)?.reject(new Error(message.reason))
  })
  worker.once('exit', () => {
    for (const [number, { name }] of open)
      take(number)?.reject(new Error(`a worker ended while it was told to ${name}`))
  })

  return function give<Name extends OrderName>(order: Order & { do: Name }) {
    const settled = Promise.withResolvers<unknown>()
    given += 1
    const number = given
    open.set(number, { name: order.do, settled })
    if (!tell(worker, { kind: 'order', number, order }))
      take(number)?.reject(new Error(`a worker ended before it was told to ${order.do}`))

    const late = setTimeout(() => {
      take(number)?.reject(
        new Error(`a worker has not done within ${longestMs / 1000} s what it was told: ${order.do}`),
      )
    }, longestMs).unref()
    settled.promise.finally(() => clearTimeout(late)).catch(() => {})
    return settled.promise as Promise<Orders[Name]['answer']>
  }

  function take(number: number): PromiseWithResolvers<unknown> | undefined {
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
