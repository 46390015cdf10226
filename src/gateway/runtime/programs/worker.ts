/**
 * The program of a worker: it serves requests until the primary sends `stop`.
 *
 * A worker gets everything by messages and keeps no state that other workers need: the store holds shared state,
 * and urgent changes are broadcast.
 */
import { join } from 'node:path'
import { releaseStartMemory } from '../../../shared/lib/memory/release-start-memory.ts'
import { openLog } from '../../../shared/lib/output/log.ts'
import { defaultMetricsRegistry } from '../../../shared/lib/output/prometheus.ts'
import { version } from '../../../shared/lib/package/version.ts'
import { type Clock, systemClock } from '../../../shared/lib/time/clock.ts'
import { hangDescriptor } from '../../../shared/process/listening/inherited-sockets.ts'
import { idleConnectionMs, requestGraceMs } from '../../../shared/process/shutdown-limits.ts'
import type { ClaimProof, ConcurrentCalls } from '../../../shared/security/index.ts'
import {
  type MonitoredStateStore,
  monitorWrites,
  openGatewayStore,
  type StateStore,
  type StoreCopyState,
} from '../../../shared/storage/index.ts'
import type { Config } from '../../config/types/index.ts'
import { indexClients } from '../../consumers/index.ts'
import { type InvalidResources, openResponseStore, type ResponseStore } from '../../data-plane/index.ts'
import { openBufferedLineWriter } from '../../lib/output/buffered-line-writer.ts'
import { selectProviderRecords } from '../../oauth/index.ts'
import { gatewayParts } from '../../parts.ts'
import { registerProcessMetrics } from '../../telemetry/metrics/index.ts'
import { type GatewayInstance, openGatewayInstance, type PreparedRevision } from '../app/gateway-instance.ts'
import { type AppCounters, openCounters } from '../app/open-counters.ts'
import { buildRemoteProofs, buildSharedProofs, openMachineProofs } from '../app/open-proof-memory.ts'
import { registerOperationMetrics } from '../app/operation-metrics.ts'
import { type GatewayTables, openTables } from '../documents/open-tables.ts'
import { deserializeConfig, type SerializedConfig } from '../documents/serialized-config.ts'
import { openRefusedRequests } from '../hangs/refused-requests.ts'
import { watchForHangs } from '../hangs/watch-for-hangs.ts'
import { openWorkerListeners, type WorkerListeners } from '../listening/worker-listeners.ts'
import {
  type BroadcastMessage,
  type PrimaryToWorker,
  primaryDeadlines,
  type WorkerAssignment,
  type WorkerToPrimary,
} from '../messages.ts'
import { type NodeQuestions, openNodeQuestions } from '../nodes/ask-nodes.ts'
import { currentNodeName, type NodeList, openNodeList } from '../nodes/node-list.ts'
import { openSharedInvalidations, type SharedInvalidations } from '../nodes/share-invalidations.ts'
import { pack } from '../rpc/packed.ts'
import { buildPartHandler } from '../rpc/part-requests.ts'
import { parentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'
import { logProcessErrors } from '../workers/log-process-errors.ts'
import { registerOpenFilesMetric } from '../workers/open-files-metric.ts'
import { warmUp } from '../workers/warm-up.ts'
import { yieldToCalls } from '../workers/yield-to-calls.ts'

registerProcessMetrics(defaultMetricsRegistry)

const lines = openBufferedLineWriter(2)
let log = openLog({ name: 'gateway', write: writeLogLine }) // until the assignment sets the level
logProcessErrors(log)
registerOpenFilesMetric(defaultMetricsRegistry)
let store: MonitoredStateStore | undefined
let copyState: (() => StoreCopyState) | undefined
let counters: AppCounters | undefined
let nodes: NodeList | undefined
let questions: NodeQuestions | undefined
let invalidations: SharedInvalidations | undefined
let app: GatewayInstance | undefined
let listeners: WorkerListeners | undefined
let prepared: (PreparedRevision & { documents: Config }) | undefined
/** The configuration in use, whose applications an update goes on from. */
let inUse: Config | undefined
let tables: GatewayTables | undefined
const refused = openRefusedRequests(() => performance.now())
let last = Promise.resolve()

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => process.exit(1)) // without the primary nothing could stop this process

const primary = openRpcChannel<WorkerToPrimary, PrimaryToWorker>(parentPort(), {
  peer: 'the primary',
  deadlines: primaryDeadlines,
  handlers: {
    serve: (assignment) => runInOrder(() => serve(assignment)),
    prepare: ({ config }) => runInOrder(() => prepare(config)),
    adopt: () => runInOrder(adopt),
    discard: () => runInOrder(discard),
    renew: ({ tls }) => runInOrder(() => listeners?.renewCertificate(tls)),
    stop: () => runInOrder(stop),
    // These messages do not wait for the others, so that a revocation takes effect at once.
    ping: () => ({
      problems: { store: store?.writeFailureReason(), counters: counters?.problem() },
      storeCopy: copyState?.(),
      nodes: nodes?.nodes(),
    }),
    metrics: async () => pack(defaultMetricsRegistry.read()),
    rejections: ({ catalog, application }) => served().telemetry.listRejectedCalls(catalog, application),
    explain: ({ requestId }) => served().telemetry.explain(requestId),
    movements: ({ ids }) => served().telemetry.findMovements(ids),
    askNodes: async ({ ids }) => (await questions?.ask(ids)) ?? [],
    callLog: (request) => pack(served().telemetry.handleCallLog(request)),
    slowest: () => served().telemetry.listSlowest(),
    profile: async ({ seconds }) => {
      const { recordProfile } = await import('../workers/record-profile.ts')
      return pack(await recordProfile(seconds))
    },
    follow: (request) => served().telemetry.followCalls(request),
    inspect: ({ token }) => served().inspectToken(token),
    part: buildPartHandler(
      gatewayParts.map(({ name, workerRequests }) => [name, workerRequests?.(() => served().telemetry)]),
    ),
    refuse: refused.add,
    receive,
  },
})

/** The calls of all workers are counted by the primary. */
const concurrentCalls: ConcurrentCalls = {
  enter: (id, limits) => primary.request('enterCall', { id, limits }),
  leave: (id) => primary.notify('leaveCall', { id }),
}

function runInOrder(work: () => Promise<void> | void): Promise<void> {
  const result = last.then(work)
  last = result.catch(() => {})
  return result
}

function served(): GatewayInstance {
  if (!app) throw new Error('the worker does not serve yet')
  return app
}

async function serve(assignment: WorkerAssignment): Promise<void> {
  const { config, baseUrl, logLevel, tracing, upstreamClient, responseCacheBytes } = assignment
  log = openLog({ level: logLevel, name: 'gateway', write: writeLogLine })
  const copy = { name: 'providers', select: selectProviderRecords, log }
  const { store: stateStore, clock, isShared } = await openGatewayStore(assignment.store, copy)
  copyState = stateStore.copyState
  store = monitorWrites(stateStore, {
    clock,
    onRead: registerOperationMetrics('reads', defaultMetricsRegistry),
    onWrite: registerOperationMetrics('writes', defaultMetricsRegistry),
  })
  inUse = deserializeConfig(config)
  tables = await openTables(gatewayParts)
  await tables.policyFiles?.load(inUse.policies ?? [])
  const responses = openResponseStore(responseCacheBytes, (invalidResources) => {
    primary.notify('broadcast', { invalidResources })
    invalidations?.announce(invalidResources)
  })
  if (isShared) await joinNodes({ store, clock }, inUse.revision, responses)
  counters = await openCounters(assignment.counters, { store, isShared, clock, log })
  const opened = await openGatewayInstance({
    config: inUse,
    tables,
    baseUrl,
    store,
    counters,
    log,
    writeCallLine: logLevel === 'info' || logLevel === 'debug' ? lines.write : () => {},
    clock,
    tracing,
    upstreamClient,
    responses,
    concurrentCalls: assignment.keptCalls.workerCount > 1 ? concurrentCalls : undefined,
    claimProof: chooseProofMemory(assignment, isShared, counters),
    keptCalls: assignment.keptCalls,
    requestPrimary: primary.request,
    mail: assignment.mail,
    parts: gatewayParts,
    documentsFolder: assignment.configFolder,
    previousFilesFolder: join(assignment.store.dataFolder, 'portal-files'),
    isRefused: refused.has,
    broadcast: (message) => primary.notify('broadcast', message),
  })
  app = opened
  if (assignment.shared) await warmUp(assignment, tables, log)
  yieldToCalls()
  listeners = await openWorkerListeners({
    ...assignment,
    handlers: opened,
    onMalformed: opened.telemetry.recordMalformed,
    log,
    metrics: defaultMetricsRegistry,
  })
  watchForHangs({ ...listeners, descriptor: hangDescriptor })
  stateStore.keepCopy?.()
  setImmediate(releaseStartMemory) // after the reply, so that the primary does not wait for it
}

/** Nodes that share the store or the counters look there; the workers of one machine ask the primary, a single one looks itself. */
function chooseProofMemory(
  { store, counters: { url }, keptCalls }: WorkerAssignment,
  isShared: boolean,
  { limits }: AppCounters,
): ClaimProof {
  if (isShared || url !== 'store') return buildSharedProofs(limits)
  if (keptCalls.workerCount > 1) return buildRemoteProofs((proofs) => primary.request('claimProofs', proofs))
  return openMachineProofs(systemClock, store.dataFolder)
}

/** Takes part in what the nodes that share the store tell one another. */
async function joinNodes(
  { store, clock }: { store: StateStore; clock: Clock },
  revision: string,
  responses: ResponseStore,
): Promise<void> {
  const node = { name: currentNodeName(), version, revision }
  nodes = await openNodeList({ store, clock, log, node })
  const listNodes = () => nodes?.nodes().map(({ name }) => name) ?? []
  const answer = (ids: readonly string[]) => primary.request('whyHere', { ids })
  questions = openNodeQuestions({ store, clock, log, node: node.name, listNodes, answer })
  const receive = (resources: InvalidResources) => responses.receiveInvalidations(resources)
  invalidations = openSharedInvalidations({ store, clock, log, node: node.name, receive })
}

async function prepare(config: SerializedConfig): Promise<void> {
  await discard()
  const documents = deserializeConfig(config, inUse)
  for (const { path, applications } of documents.catalogs)
    await indexClients(applications, inUse?.catalogs.find((each) => each.path === path)?.applications)
  await tables?.policyFiles?.load(documents.policies ?? [])
  prepared = { ...(await served().prepare(documents)), documents }
}

function adopt(): void {
  prepared?.adopt()
  inUse = prepared?.documents ?? inUse
  if (prepared) void nodes?.announceRevision(prepared.documents.revision)
  prepared = undefined
}

async function discard(): Promise<void> {
  await prepared?.discard()
  prepared = undefined
}

/** Gathers lines of the level `info`. Others are written at once, because the process may hang or end after them. */
function writeLogLine(line: string): void {
  lines.write(line)
  if (!line.startsWith('{"level":"info"')) lines.flush()
}

async function stop(): Promise<void> {
  await listeners?.close(requestGraceMs, idleConnectionMs)
  await nodes?.close()
  questions?.close()
  invalidations?.close()
  await app?.close()
  await lines.close()
  process.exit(0)
}

async function receive(message: BroadcastMessage): Promise<void> {
  await app
    ?.receive(message)
    .catch((error) => log.error({ err: error }, 'a message from another worker could not be handled'))
}
