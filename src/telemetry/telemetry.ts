/**
 * What is remembered of calls and of requests to providers, over all editions of the documents: lines of the log,
 * metrics, usage, and why they were refused.
 */
import type { Catalog, ProviderSettings } from '../config/types/index.ts'
import type { Consumers } from '../consumers/index.ts'
import {
  type CallRecord,
  explainCall,
  openRecorder,
  openTargetTallies,
  type TargetTallies,
  type Whereabouts,
} from '../gateway/index.ts'
import type { MalformedRequest } from '../http/malformed.ts'
import type { Clock } from '../lib/clock.ts'
import type { Explanation } from '../lib/explanation.ts'
import type { Log } from '../lib/log.ts'
import type { OpenProviderOptions, RequestRefused } from '../oauth/index.ts'
import type { Store } from '../storage/index.ts'
import { openProviderMeters } from './metrics/provider-metrics.ts'
import { openMalformed } from './refusals/malformed.ts'
import { openRefusals } from './refusals/refusal-ring.ts'
import { explainRequest } from './refusals/token-endpoint.ts'
import { Subjects } from './usage/subjects.ts'
import { openUsage } from './usage/usage.ts'

export interface ObservationTools {
  store: Store
  clock: Clock
  log: Log
  /** Takes the line that is written about each call. */
  writeLine(line: string): void
}

export interface Observation {
  /** Is told of each call, and whom to ask for what its catalog is. */
  call(record: CallRecord, catalogOf: CatalogOf): void
  /** Is told of each request that is no call. */
  malformed(request: MalformedRequest): void
  /** Where requests to upstreams are counted. */
  targets: TargetTallies
  /** What a provider is to be handed, so that it is observed. */
  ofProvider(catalog: Catalog, settings: ProviderSettings, consumers: Consumers): ProviderObservers
  /** Why a call was refused; undefined when it was not, or is forgotten. */
  explain(requestId: string): Explanation | undefined
  /** Lets go of the documents that were in use until now. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface ObservedCatalog {
  catalog: Pick<Catalog, 'portal' | 'apis'>
  consumers: Consumers
}

type CatalogOf = (where: Whereabouts) => ObservedCatalog | undefined

type ProviderObservers = Required<Pick<OpenProviderOptions, 'events'>>

export function openObservation({ store, clock, log, writeLine }: ObservationTools): Observation {
  const write = openRecorder({ write: writeLine })
  const refusals = openRefusals()
  const usage = openUsage({ store, clock, log })
  const subjects = new Subjects()
  const meter = openProviderMeters()

  return {
    call(record, catalogOf) {
      write(record)
      if (record.reason) refusals.keep(record.reason, record.requestId, () => explainCall(record))
      countUse(record, catalogOf)
    },

    ofProvider(catalog, settings, consumers) {
      const path = `${catalog.path}${settings.basePath}`
      return {
        events(event) {
          meter(path, event)
          if (event.kind === 'refused') return keepRefusal(event, settings, catalog)
          const application = consumers.find(event.clientId)?.application.name
          if (application === undefined) return
          const hourly = catalog.portal !== undefined
          usage.addToken({ catalog: catalog.path.slice(1), application, plan: '', api: '', hourly })
        },
      }
    },

    targets: openTargetTallies(),
    malformed: openMalformed({ refusals, log, clock }),
    explain: refusals.find,
    settle: refusals.settle,
    close: usage.close,
  }

  function keepRefusal(event: RequestRefused, settings: ProviderSettings, catalog: Catalog): void {
    const { requestId } = event
    if (requestId === undefined) return
    const at = clock()
    refusals.keep(event.error, requestId, () =>
      explainRequest({ ...event, requestId }, at, settings, catalog),
    )
  }

  /** A call counts for the plan that opens the API to its application. */
  function countUse({ where, client, status, reason, totalMs }: CallRecord, catalogOf: CatalogOf): void {
    if (!client) return
    const subject = subjects.of(client, where, () => {
      const { org, catalog, api = '' } = where
      const observed = catalogOf(where)
      const entitlement = observed?.consumers.entitlement(client, api, operationOf(where, observed.catalog))
      const plan = entitlement ? `${entitlement.product.name}/${entitlement.plan.name}` : ''
      const { name: application } = client.application
      const hourly = observed?.catalog.portal !== undefined
      return { catalog: `${org}/${catalog}`, application, plan, api, hourly }
    })
    usage.addCall(subject, status >= 500 ? 'errors' : reason ? 'refusals' : undefined, totalMs)
  }
}

/** `METHOD /path` of the operation; nothing when there is none. */
function operationOf({ api, operation: id }: CallRecord['where'], { apis }: Pick<Catalog, 'apis'>): string {
  const operations = apis.find(({ reference }) => reference === api)?.operations
  const operation = operations?.find((each) => each.id === id)
  return operation ? `${operation.method} ${operation.path}` : ''
}
