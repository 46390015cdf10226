/**
 * A worker of the gateway: one process that serves calls until the primary says stop.
 *
 * It is told everything by messages and keeps nothing that another worker would need: what is shared stands in
 * the store, and what is urgent is announced.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, openApp, type PreparedEdition } from '../app.ts'
import { systemClock } from '../lib/clock.ts'
import { openLines } from '../lib/lines.ts'
import { openLog } from '../lib/log.ts'
import { AggregatorRegistry, register } from '../lib/prometheus.ts'
import { openSqliteStore } from '../storage/index.ts'
import { type Listeners, openListeners } from './listening/listeners.ts'
import { logProcessFaults } from './log-process-faults.ts'
import type { Announcement, Assignment, FromWorker, Order, OrderName, Orders, ToWorker } from './messages.ts'
import { unpack } from './packed.ts'
import { measureProcess } from './process-meters.ts'
import { openRequests } from './requests.ts'

/** How long requests in flight may take at the end, and how long idle connections wait for one more request. */
const graceMs = 10_000
const idleMs = 500

measureProcess(register)
new AggregatorRegistry() // answers the primary when it asks for what this worker measured

const lines = openLines(2)
let log = openLog({ name: 'gateway' }) // until the assignment says which level is wanted
logProcessFaults(log)
let app: App | undefined
let listeners: Listeners | undefined
let prepared: PreparedEdition | undefined
const requests = openRequests(tell)
let orders = Promise.resolve()

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => process.exit(1)) // the primary is gone: nobody could stop this process any more
process.on('message', (message: ToWorker) => {
  if (message.kind === 'order') orders = orders.then(() => follow(message.number, message.order))
  if (message.kind === 'hear') void hear(message.announcement)
  if (message.kind === 'answer' || message.kind === 'decline') requests.hear(message)
  if (message.kind === 'stop') orders = orders.then(stop)
})

async function follow(number: number, order: Order): Promise<void> {
  try {
    tell({ kind: 'done', number, answer: await obey(order) })
  } catch (error) {
    tell({ kind: 'failed', number, reason: (error as Error).message })
  }
}

async function obey(order: Order): Promise<Orders[OrderName]['answer']> {
  switch (order.do) {
    case 'serve':
      await serve(order.assignment)
      return undefined
    case 'renew':
      listeners?.renew(order.tls)
      return undefined
    case 'prepare':
      await prepared?.discard()
      prepared = await served().prepare(unpack(order.config))
      return undefined
    case 'adopt':
      prepared?.adopt()
      prepared = undefined
      return undefined
    case 'discard':
      await prepared?.discard()
      prepared = undefined
      return undefined
    case 'explain':
      return served().explain(order.requestId)
    case 'inspect':
      return served().inspect(order.token)
  }
}

function served(): App {
  if (!app) throw new Error('a worker that does not serve yet can do nothing else')
  return app
}

async function serve(assignment: Assignment): Promise<void> {
  const { config, doors, shared, tls, trustedProxies, baseUrl, dataFolder, logLevel, tracing } = assignment
  log = openLog({ level: logLevel, name: 'gateway' })
  await mkdir(dataFolder, { recursive: true })
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })
  const opened = await openApp({
    config: unpack(config),
    baseUrl,
    store,
    log,
    writeLine: logLevel === 'info' || logLevel === 'debug' ? lines.write : () => {},
    clock: systemClock,
    tracing,
    ask: requests.ask,
    announce: (announcement) => tell({ kind: 'announce', announcement }),
  })
  app = opened
  const { malformed: onMalformed } = opened
  listeners = await openListeners({ doors, shared, tls, trustedProxies, serving: opened, onMalformed })
}

async function stop(): Promise<void> {
  await listeners?.close(graceMs, idleMs)
  await app?.close()
  await lines.close()
  process.exit(0)
}

/** What another worker told must not wait behind an order: a revocation counts at once. */
async function hear(announcement: Announcement): Promise<void> {
  await app
    ?.hear(announcement)
    .catch((error) => log.error({ err: error }, 'an announcement could not be followed'))
}

function tell(message: FromWorker): void {
  process.send?.(message)
}
