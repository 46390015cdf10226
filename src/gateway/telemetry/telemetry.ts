/** The telemetry of a worker over all revisions: log lines, metrics, usage, and explanations of rejections. */
import type { Log } from '../../shared/lib/output/log.ts'
import { defaultMetricsRegistry, type Registry } from '../../shared/lib/output/prometheus.ts'
import type { Clock } from '../../shared/lib/time/clock.ts'
import type { StateStore } from '../../shared/storage/index.ts'
import type { Catalog, ProviderSettings } from '../config/types/index.ts'
import type { Consumers } from '../consumers/index.ts'
import type { Explanation, KeptCall } from '../contract/access/explanation.ts'
import { openCallLog } from './call-log/call-log.ts'
import { openCallTail } from './call-log/call-tail.ts'
import {
  type CallLocation,
  type CallRecord,
  openCallRecorder,
  openMessageMovements,
  openTargetCounts,
} from './calls/index.ts'
import type { OauthEventListener, RequestRejectedEvent } from './events/index.ts'
import { type KeptCallOptions, openKeptCalls } from './kept-calls/index.ts'
import { openProviderMetrics } from './metrics/provider-metrics.ts'
import { openMalformedRecorder } from './rejections/malformed-requests.ts'
import { explainProviderRejection } from './rejections/provider-rejections.ts'
import { openRecentRejections } from './rejections/recent-rejections.ts'
import { openRejectionRing } from './rejections/rejection-ring.ts'
import { openUsageCounter } from './usage/usage-counter.ts'
import { UsageSubjects } from './usage/usage-subject.ts'

export interface TelemetryDeps {
  store: StateStore
  clock: Clock
  log: Log
  /** Writes the log line of a call. */
  writeCallLine(line: string): void
  /** Returns the checks of a call; undefined for a call that was served and is not kept. */
  explainCall(record: CallRecord): KeptCall | undefined
  /** Where calls are kept; undefined when none is. */
  keptCalls: Pick<KeptCallOptions, 'folder' | 'workerCount'>
  /** The registry of the metrics; by default that of the process. */
  metrics?: Registry
}

export type Telemetry = ReturnType<typeof openTelemetry>

export type UsageCatalog = { catalog: Pick<Catalog, 'portal' | 'apis'>; consumers: Consumers }

type CatalogOf = (where: CallLocation) => UsageCatalog | undefined

type ProviderObservers = { onEvent: OauthEventListener }

export function openTelemetry(deps: TelemetryDeps) {
  const { store, clock, log, explainCall, writeCallLine, keptCalls, metrics = defaultMetricsRegistry } = deps
  const recorder = openCallRecorder({ write: writeCallLine, metrics })
  const rejections = openRejectionRing()
  const recentRejections = openRecentRejections()
  const callLog = openCallLog(clock, explainCall)
  const tail = openCallTail(clock)
  const kept = openKeptCalls({ ...keptCalls, clock, log })
  const movements = openMessageMovements()
  const usage = openUsageCounter({ store, clock, log })
  const subjects = new UsageSubjects()
  const countEvent = openProviderMetrics(metrics)

  return {
    /** Records a call that has ended. `catalogOf` finds the catalog of its location. */
    recordCall(record: CallRecord, catalogOf: CatalogOf): void {
      recorder.record(record)
      if (record.reason) keepRejectedCall(record, record.reason)
      if (record.evidence) kept.add(record, () => explainCall(record))
      if (callLog.isRunning) callLog.add(record)
      if (tail.isOpen) tail.add(record)
      if (record.movedMessage) movements.add(record)
      countUse(record, catalogOf)
    },

    /** Returns the listener for the events of a provider. */
    observeProvider(catalog: Catalog, settings: ProviderSettings, consumers: Consumers): ProviderObservers {
      const path = `${catalog.path}${settings.basePath}`
      return {
        onEvent(event) {
          countEvent(path, event)
          if (event.kind === 'refused') return keepRejection(event, settings, catalog)
          if (event.kind !== 'issued') return
          const application = consumers.find(event.clientId)?.application.name
          if (application === undefined) return
          const hourly = catalog.portal !== undefined
          usage.addToken({ catalog: catalog.path.slice(1), application, plan: '', api: '', hourly })
        },
      }
    },

    /** The counts of requests to upstreams. */
    targets: openTargetCounts(metrics),
    /** Records a request that is not well-formed HTTP. */
    recordMalformed: openMalformedRecorder({ rejections, log, clock }, metrics),
    /** Returns how a request was decided; undefined when it is not kept, or no longer in memory. */
    explain: (requestId: string): Explanation | undefined =>
      rejections.find(requestId) ?? kept.find(requestId) ?? callLog.find(requestId),
    /** Returns why the time of each stage is noted of a call that begins now; undefined for most calls. */
    chooseCall: (now: number): 'kept' | 'recorded' | undefined =>
      kept.chooses(now) ? 'kept' : callLog.isRunning ? 'recorded' : undefined,
    /** Returns the last rejections in a catalog, by its path such as `/acme/sandbox`: a few of each reason. */
    listRejections: rejections.list,
    /** Returns the last rejected calls of an application. `catalog` is the path of its catalog. */
    listRejectedCalls: recentRejections.list,
    /** Returns what calls did to messages of queues, by ids of requests, messages or traces. */
    findMovements: movements.find,
    /** Whether single calls of some catalog are being recorded. */
    isRecordingCalls: (): boolean => callLog.isRunning,
    /** Starts, stops or lists the recording of single calls of a catalog. */
    handleCallLog: callLog.handle,
    /** Returns the calls since the last request of a follower. */
    followCalls: tail.read,
    /** Returns the slowest calls of each operation within about an hour. */
    listSlowest: recorder.listSlowest,
    /** Renders the explanations of all rejections, so that documents of the last revision can be collected. */
    renderExplanations: rejections.renderAll,
    async close(): Promise<void> {
      await Promise.all([usage.close(), kept.close()])
    },
  }

  function keepRejectedCall(record: CallRecord, reason: string): void {
    const { requestId, at, method, path, status, location, client } = record
    rejections.add(reason, requestId, () => explainCall(record))
    if (!client) return
    const catalog = `/${location.org}/${location.catalog}`
    recentRejections.add(catalog, client.application.name, { requestId, at, method, path, status, reason })
  }

  function keepRejection(event: RequestRejectedEvent, settings: ProviderSettings, catalog: Catalog): void {
    const { requestId } = event
    if (requestId === undefined) return
    const at = clock()
    const render = () => explainProviderRejection({ ...event, requestId }, at, settings, catalog)
    rejections.add(event.error, requestId, render)
    kept.add({ requestId, at, isKept: false, reason: event.error }, render)
  }

  /** Counts a call for the plan through which its application may call the API. */
  function countUse({ location, client, status, reason, totalMs }: CallRecord, catalogOf: CatalogOf): void {
    if (!client) return
    const subject = subjects.getOrCreate(client, location, () => {
      const { org, catalog, api = '', operation } = location
      const observed = catalogOf(location)
      const entitlement = observed?.consumers.findEntitlement(client, api, operationOf(location, observed.catalog))
      const plan = entitlement ? `${entitlement.product.name}/${entitlement.plan.name}` : ''
      const { name: application } = client.application
      const hourly = observed?.catalog.portal !== undefined
      return { catalog: `${org}/${catalog}`, application, plan, api, operation, hourly }
    })
    const outcome = status >= 500 ? 'errors' : reason ? 'refusals' : undefined
    usage.addCall(subject, outcome, totalMs, outcome && (reason ?? String(status)))
  }
}

/** Returns `METHOD /path` of the operation; empty when there is none. */
function operationOf({ api, operation: id }: CallRecord['location'], { apis }: Pick<Catalog, 'apis'>): string {
  const operations = apis.find(({ reference }) => reference === api)?.operations
  const operation = operations?.find((each) => each.id === id)
  return operation ? `${operation.method} ${operation.path}` : ''
}
