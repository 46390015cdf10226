/**
 * The composition root of the gateway: it opens the modules, hands each its dependencies, and replaces the revision in
 * use when the documents change. `catalogs.ts` opens what belongs to one catalog, `gateway-app.ts` dispatches requests.
 */
import type { IncomingMessage } from 'node:http'
import type { UpstreamClientName } from '../../../shared/http/client/exchange/types.ts'
import { upstreamClients } from '../../../shared/http/client/index.ts'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import type { ClaimProof, ConcurrentCalls } from '../../../shared/security/index.ts'
import type { Config } from '../../config/types/index.ts'
import {
  buildGateway,
  type DataPlaneTables,
  type EntryRejectionReason,
  explainCall,
  type Gateway,
  listProtectedResources,
  openLastingState,
  openLimitCounters,
  type ResponseStore,
} from '../../data-plane/index.ts'
import type { OauthProvider } from '../../oauth/index.ts'
import type { CallLocation } from '../../telemetry/calls/index.ts'
import { openTelemetry, type Telemetry, type TelemetryDeps } from '../../telemetry/index.ts'
import { openRequestTracing, type TracingSettings } from '../../telemetry/tracing/index.ts'
import type { RequestHandlers } from '../listening/worker-listeners.ts'
import type { BroadcastMessage, WorkerToPrimary } from '../messages.ts'
import type { RpcChannel } from '../rpc/rpc-channel.ts'
import type { MailSettings } from '../settings/index.ts'
import { inspectToken, type TokenInspection, type TokenIssuer } from '../tokens/inspect-token.ts'
import type { CatalogRows } from './catalog-rows.ts'
import { type CatalogSet, getOrThrow, listIssuers, openCatalogs } from './catalogs.ts'
import { buildGatewayApp } from './gateway-app.ts'
import { buildMounts, createRequestTracker, type Mounts } from './mounts.ts'
import type { AppCounters } from './open-counters.ts'
import { buildPublicHosts, type PublicHosts } from './public-hosts.ts'

export interface GatewayInstanceOptions
  extends Pick<TelemetryDeps, 'store' | 'log' | 'writeCallLine' | 'clock' | 'keptCalls' | 'metrics'> {
  config: Config
  /** The policies and further rows of the data plane. */
  tables: DataPlaneTables
  /** The origin of the URLs that callers use. Issuers begin with it. */
  baseUrl: string
  counters: AppCounters
  /** The HTTP client for requests to upstreams of APIs. */
  upstreamClient: UpstreamClientName
  /** The kept responses of the worker. Default: one of the usual size. */
  responses?: ResponseStore
  /** Counts the calls of all workers that run at the same time; without it, those of this one are counted. */
  concurrentCalls?: ConcurrentCalls | undefined
  /** Records that a DPoP proof was used; without it, this process remembers its own. */
  claimProof?: ClaimProof
  /** Where traces are sent; undefined when requests are not traced. */
  tracing: TracingSettings | undefined
  /** Sends a request to the primary. */
  requestPrimary: RpcChannel<WorkerToPrimary>['request']
  /** The folder that keeps the files of earlier builds of the portal; without it, none are kept. */
  previousFilesFolder?: string | undefined
  /** The SMTP server of developer portals; undefined when e-mail is off. */
  mail?: MailSettings | undefined
  /** What parts add to catalogs. */
  parts: readonly CatalogRows[]
  /** The folder of the documents. */
  documentsFolder: string
  /** Returns whether a request has made workers hang and is refused for a while. */
  isRefused(request: IncomingMessage): boolean
  /** Sends a message to every other worker. */
  broadcast(message: BroadcastMessage): void
}

export interface GatewayInstance extends RequestHandlers {
  telemetry: Telemetry
  /** Handles a message that another worker has broadcast. */
  receive(broadcast: BroadcastMessage): Promise<void>
  /** Builds another revision beside the one in use. Rejects when it cannot be served. */
  prepare(config: Config): Promise<PreparedRevision>
  /** Returns whether an access token is valid now, and which operations it opens. */
  inspectToken(token: string): Promise<TokenInspection>
  close(): Promise<void>
}

export interface PreparedRevision {
  /** Puts the revision to use at once. Requests in flight end on the old one. */
  adopt(): void
  /** Closes a revision that was not put to use. */
  discard(): Promise<void>
}

/** Everything that is built from one revision of the documents. */
interface Revision {
  providers: readonly OauthProvider[]
  mounts: Mounts
  /** Undefined when no catalog has a host of its own. */
  hosts: PublicHosts | undefined
  issuers: readonly TokenIssuer[]
  gateway: Gateway
  close(): Promise<void>
}

/** Opens telemetry and the first revision. Rejects when the configuration cannot be served. */
export async function openGatewayInstance(options: GatewayInstanceOptions): Promise<GatewayInstance> {
  const { log } = options
  const telemetry = openTelemetry({ ...options, explainCall })
  const tracing = options.tracing && openRequestTracing(options.tracing, log)
  const addToSharedCount = (key: string, by: number, expiresAt: number) =>
    options.counters.limits.count('limit', key, by, expiresAt)
  const limitCounters = openLimitCounters({ ...options, addToSharedCount })
  const lasting = openLastingState()
  let revision = await openRevision(options.config)
  const handler = buildGatewayApp({
    findProvider: (target) => revision.mounts.findProvider(target),
    findPortal: (target) => revision.mounts.findPortal(target),
    serveCall: (request, response, requestId) => serveCall(request, response, undefined, requestId),
    tracing,
    log,
  })

  return {
    handleRequest(request, response, rejection) {
      revision.hosts?.relocate(request)
      const reason = rejection ?? refusalOf(request)
      if (reason) serveCall(request, response, reason)
      else handler(request, response)
    },

    isCall(target, host) {
      const { hosts, mounts } = revision
      return mounts.find(hosts ? hosts.toStandardTarget(target, host) : target) === undefined
    },
    serveCall(request, response, rejection) {
      revision.hosts?.relocate(request)
      serveCall(request, response, rejection)
    },

    upgrade(request, caller, rejection) {
      revision.hosts?.relocate(request)
      revision.gateway.upgrade(request, caller, rejection ?? refusalOf(request))
    },

    async receive(broadcast) {
      if ('invalidResources' in broadcast) options.responses?.receiveInvalidations(broadcast.invalidResources)
      else await revision.providers.find(({ path }) => path === broadcast.providerPath)?.receive(broadcast.message)
    },

    async prepare(config) {
      const prepared = await openRevision(config)
      return {
        adopt() {
          const old = revision
          revision = prepared
          void telemetry.renderExplanations()
          old.close().catch((error) => log.error(error, 'the old revision did not close'))
        },
        discard: prepared.close,
      }
    },

    telemetry,
    inspectToken: (token) => inspectToken(token, revision.issuers),

    async close() {
      await revision.close()
      await Promise.all([telemetry.close(), tracing?.close(), limitCounters.close()])
      await options.counters.close()
      await options.store.close()
    },
  }

  function refusalOf(request: IncomingMessage): EntryRejectionReason | undefined {
    return options.isRefused(request) ? 'hang_repeated' : undefined
  }

  /** Serves a request with the pipeline of the data plane. The fast path and Koa both end here. */
  function serveCall(
    request: IncomingMessage,
    response: HttpResponse,
    rejection?: EntryRejectionReason,
    requestId?: string,
  ): void {
    const { gateway } = revision
    const reason = rejection ?? refusalOf(request)
    if (!tracing || reason) gateway.handle(request, response, reason, undefined, requestId)
    else tracing.traceCall(request, (trace) => gateway.handle(request, response, undefined, trace, requestId))
  }

  async function openRevision(config: Config): Promise<Revision> {
    const decideToken: Gateway['decideToken'] = (...request) => gateway.decideToken(...request)
    const catalogs = await openCatalogs(config.catalogs, { ...options, telemetry, decideToken })
    let gateway: Gateway
    try {
      gateway = openGateway(config, catalogs)
      const all = catalogs.all()
      const providers = all.flatMap((each) => [...each.providers.values()])
      const portals = all.flatMap(({ portal }) => portal ?? [])
      const requests = createRequestTracker()
      const mounts = buildMounts({
        providers: providers.map(requests.track),
        portals: portals.map(requests.track),
        resources: listProtectedResources(config, options.baseUrl),
      })
      return {
        providers,
        mounts,
        hosts: buildPublicHosts(config.catalogs, options.baseUrl),
        issuers: all.flatMap(listIssuers),
        gateway,
        async close() {
          await gateway.close(requests.whenIdle()) // token requests run assemblies
          await catalogs.close()
        },
      }
    } catch (error) {
      await catalogs.close()
      throw error
    }
  }

  function openGateway(config: Config, catalogs: CatalogSet): Gateway {
    const { log, clock, counters, baseUrl } = options
    const catalogOf = ({ org, catalog }: CallLocation) => catalogs.find(`/${org}/${catalog}`)
    return buildGateway(config, {
      tables: options.tables,
      isChecked: true,
      baseUrl,
      log,
      clock,
      targetCounts: telemetry.targets,
      responses: options.responses,
      lasting,
      openConnections: upstreamClients[options.upstreamClient],
      isRecordingCalls: telemetry.isRecordingCalls,
      chooseCall: telemetry.chooseCall,
      audit: (action, details) => options.requestPrimary('audit', { action, details }),
      record: (call) => telemetry.recordCall(call, catalogOf),
      addToSharedCount,
      limitCounters,
      rejectsUncounted: counters.rejectsUncounted,
      consumers: (path) => catalogs.get(path).consumers,
      attemptLimits: (path) => catalogs.get(path).attemptLimits,
      registry: (path, name) => getOrThrow(catalogs.get(path).registries.all, name),
      claimProof: options.claimProof,
      verifyToken: (path, provider) => getOrThrow(catalogs.get(path).providers, provider).verify,
      proofNonces: (path, provider) => getOrThrow(catalogs.get(path).providers, provider).proofNonces,
    })
  }
}
