/**
 * A worker of the gateway: one process that serves calls until the primary says stop.
 *
 * It is told everything by messages and keeps nothing that another worker would need: what is shared stands in
 * the store, and what is urgent is announced.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { AggregatorRegistry } from 'prom-client'

import { type App, openApp, type PreparedEdition } from '../app.ts'
import { type Listener, openListener } from '../http/listener.ts'
import { systemClock } from '../lib/clock.ts'
import { openLines } from '../lib/lines.ts'
import { openLog } from '../lib/log.ts'
import { openSqliteStore } from '../storage/index.ts'
import type { Assignment, FromWorker, ToWorker } from './messages.ts'

const graceMs = 10_000

new AggregatorRegistry() // answers the primary when it asks for what this worker measured

const lines = openLines(2)
let app: App | undefined
let listener: Listener | undefined
let prepared: PreparedEdition | undefined
let orders = Promise.resolve()

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(1)) // the primary is gone: nobody could stop this process any more
process.on('message', (message: ToWorker) => {
  orders = orders.then(() => obey(message)).catch(fail)
})

async function obey(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'serve':
      return serve(message.assignment)
    case 'prepare':
      prepared = await app?.prepare(message.config)
      return tell({ kind: 'prepared' })
    case 'adopt':
      prepared?.adopt()
      prepared = undefined
      return tell({ kind: 'adopted' })
    case 'discard':
      await prepared?.discard()
      prepared = undefined
      return
    case 'hear':
      return app?.hear(message.announcement)
    case 'stop':
      return stop()
  }
}

async function serve({ config, host, port, baseUrl, dataFolder, logLevel }: Assignment): Promise<void> {
  const log = openLog({ level: logLevel, name: 'gateway' })
  await mkdir(dataFolder, { recursive: true })
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })

  // The issuer of tokens names the port, and a free port is only known once it is listened on.
  listener = await openListener({
    host,
    port,
    handler: (request, response) =>
      app ? app.handle(request, response) : response.writeHead(503, { 'retry-after': '1' }).end(),
    upgrade: (request, socket, head) => (app ? app.upgrade(request, socket, head) : socket.destroy()),
  })
  app = await openApp({
    config,
    baseUrl: baseUrl || listener.url,
    store,
    log,
    writeLine: logLevel === 'info' || logLevel === 'debug' ? lines.write : () => {},
    clock: systemClock,
    announce: (announcement) => tell({ kind: 'announce', announcement }),
  })
  tell({ kind: 'ready', port: listener.port })
}

async function stop(): Promise<void> {
  await listener?.close(graceMs)
  await app?.close()
  await lines.close()
  process.exit(0)
}

function fail(error: Error): void {
  tell({ kind: 'failed', reason: error.message })
}

function tell(message: FromWorker): void {
  process.send?.(message)
}
