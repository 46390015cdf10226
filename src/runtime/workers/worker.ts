/**
 * A worker of the gateway: one process that serves calls until the primary says stop.
 *
 * Everything it needs comes by messages, and it keeps nothing that another worker would need: what is shared stands in
 * the store, and what is urgent is announced.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../lib/clock.ts'
import { openLines } from '../../lib/lines.ts'
import { openLog } from '../../lib/log.ts'
import { register } from '../../lib/prometheus.ts'
import { openSqliteStore, type WatchedStore, watchWrites } from '../../storage/index.ts'
import { measureProcess } from '../../telemetry/metrics/index.ts'
import { type App, openApp, type PreparedEdition } from '../app/app.ts'
import { type Packed, unpack } from '../documents/serialized-config.ts'
import { type Listeners, openListeners } from '../listening/worker-listeners.ts'
import {
  type Announcement,
  type Assignment,
  type PrimaryToWorker,
  type WorkerToPrimary,
  workerToPrimary,
} from '../messages.ts'
import { openChannel } from '../rpc/channel.ts'
import { parentPort } from '../rpc/ports.ts'
import { logProcessFaults } from './log-process-faults.ts'
import { watchOpenFiles } from './open-files.ts'

/** How long requests in flight may take at the end, and how long idle connections wait for one more request. */
const graceMs = 10_000
const idleMs = 500

measureProcess(register)

const lines = openLines(2)
let log = openLog({ name: 'gateway' }) // until the assignment says which level is wanted
logProcessFaults(log)
watchOpenFiles({ metrics: register, log: () => log })
let store: WatchedStore | undefined
let app: App | undefined
let listeners: Listeners | undefined
let prepared: PreparedEdition | undefined
let last = Promise.resolve()

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => process.exit(1)) // without the primary nothing could stop this process

const primary = openChannel<WorkerToPrimary, PrimaryToWorker>(parentPort(), {
  peer: 'the primary',
  deadlines: workerToPrimary,
  handlers: {
    serve: (assignment) => inOrder(() => serve(assignment)),
    prepare: ({ config }) => inOrder(() => prepare(config)),
    adopt: () => inOrder(adopt),
    discard: () => inOrder(discard),
    renew: ({ tls }) => inOrder(() => listeners?.renew(tls)),
    stop: () => inOrder(stop),
    // These do not wait behind the others: a revocation counts at once.
    ping: () => ({ storeProblem: store?.writeProblem() }),
    metrics: () => register.getMetricsAsJSON(),
    explain: ({ requestId }) => served().explain(requestId),
    inspect: ({ token }) => served().inspect(token),
    hear,
  },
})

function inOrder(work: () => Promise<void> | void): Promise<void> {
  const result = last.then(work)
  last = result.catch(() => {})
  return result
}

function served(): App {
  if (!app) throw new Error('a worker that does not serve yet can do nothing else')
  return app
}

async function serve(assignment: Assignment): Promise<void> {
  const { config, baseUrl, dataFolder, logLevel, tracing, upstreamClient } = assignment
  log = openLog({ level: logLevel, name: 'gateway' })
  await mkdir(dataFolder, { recursive: true })
  const file = join(dataFolder, 'gateway.sqlite')
  store = watchWrites(await openSqliteStore({ file, clock: systemClock }), { clock: systemClock })
  const opened = await openApp({
    config: unpack(config),
    baseUrl,
    store,
    log,
    writeLine: logLevel === 'info' || logLevel === 'debug' ? lines.write : () => {},
    clock: systemClock,
    tracing,
    upstreamClient,
    ask: primary.call,
    announce: (announcement) => primary.notify('announce', announcement),
  })
  app = opened
  const { malformed: onMalformed } = opened
  listeners = await openListeners({ ...assignment, serving: opened, onMalformed, log, metrics: register })
}

async function prepare(config: Packed): Promise<void> {
  await discard()
  prepared = await served().prepare(unpack(config))
}

function adopt(): void {
  prepared?.adopt()
  prepared = undefined
}

async function discard(): Promise<void> {
  await prepared?.discard()
  prepared = undefined
}

async function stop(): Promise<void> {
  await listeners?.close(graceMs, idleMs)
  await app?.close()
  await lines.close()
  process.exit(0)
}

async function hear(announcement: Announcement): Promise<void> {
  await app
    ?.hear(announcement)
    .catch((error) => log.error({ err: error }, 'an announcement could not be followed'))
}
