/** The data plane of one revision of the documents. */
import type { IncomingMessage } from 'node:http'
import { openUndiciPool } from '../../shared/http/client/index.ts'
import type { HttpResponse } from '../../shared/http/message/http-response.ts'
import type { UpgradeCaller } from '../../shared/http/message/upgrade-caller.ts'
import { findClientCertificateError } from '../../shared/http/request/client-certificate.ts'
import { createRequestId } from '../../shared/lib/headers/call-ids.ts'
import type { Config } from '../config/types/index.ts'
import type { DecideForProvider } from '../contract/access/token-decision.ts'
import { shortenRevision } from '../lib/text/shorten-revision.ts'
import type { CallTrace } from '../telemetry/calls/index.ts'
import { buildApiRoutingTable } from './build.ts'
import { ResponseStore } from './cache/store/response-store.ts'
import { Call } from './call/call.ts'
import type { GatewayDeps } from './call/deps.ts'
import { CallNotes } from './call/message-observer.ts'
import { buildCallRecord } from './call-record.ts'
import { GatewayError } from './errors/gateway-errors.ts'
import { runSteps } from './execution/run.ts'
import { type LimitCounters, openLimitCounters } from './limits/limit-counters.ts'
import { buildPipeline } from './pipeline.ts'
import type { SharedParts } from './policy/policy.ts'
import { rejectProviderAssemblies } from './provider-assemblies.ts'
import { noThirdPartyVerifiers } from './security/third-party-verifiers.ts'
import { openUpstreamConnections } from './upstream/upstream-connections.ts'

export interface Gateway {
  /**
   * Serves a call. It never throws, and it records the call once, when the call has ended. With `rejection`, the
   * call is rejected before the pipeline, because of its connection or because it has made workers hang. Without `requestId`, the call gets a new
   * one.
   */
  handle(
    request: IncomingMessage,
    response: HttpResponse,
    rejection?: EntryRejectionReason,
    trace?: CallTrace,
    requestId?: string,
  ): void
  /** Serves a call that requests a switch of its connection to another protocol, such as a WebSocket. */
  upgrade(request: IncomingMessage, caller: UpgradeCaller, rejection?: EntryRejectionReason): void
  /** Runs the assembly of a provider for a token that it is about to issue. */
  decideToken: DecideForProvider
  /** Waits until `others`, which call `decideToken`, and the calls in flight have ended, then closes connections. */
  close(others?: Promise<void>): Promise<void>
}

/** Why a call is rejected before its pipeline runs. */
export type EntryRejectionReason = 'certificate_missing' | 'certificate_untrusted' | 'hang_repeated'

const entryErrors: Record<EntryRejectionReason, GatewayError> = {
  certificate_missing: new GatewayError('certificate_missing'),
  certificate_untrusted: new GatewayError('certificate_untrusted'),
  hang_repeated: new GatewayError('hang_repeated', { headers: ['Retry-After', '300'] }),
}

/** Returns the client id of the call of a response; undefined while its client is not known. */
export function findClientId({ context }: HttpResponse): string | undefined {
  return context instanceof Call ? context.caller.client?.clientId : undefined
}

/** The time after which the calls of a closing gateway are streams: nothing works in the background for them. */
const retireMs = 10_000

/** The dependencies, the tables, and what later revisions go on with; without it, the gateway opens its own. */
type GatewayOptions = GatewayDeps &
  Pick<SharedParts, 'tables'> & { limitCounters?: LimitCounters | undefined; lasting?: SharedParts['lasting'] }

/** Returns the data plane for a configuration. Throws a `GatewayBuildError` with every problem of the documents. */
export function buildGateway(config: Config, options: GatewayOptions): Gateway {
  const { limitCounters, lasting = new Map(), tables, ...deps } = options
  const upstreams = openUpstreamConnections(deps.openConnections, deps.openOfflineConnections)
  const providers = openUpstreamConnections(openUndiciPool, deps.openOfflineConnections)
  const counters = limitCounters ?? openLimitCounters(deps)
  const scripts = tables.openScripts?.()
  const revision = shortenRevision(config.revision)
  const shared = {
    deps,
    tables,
    connections: upstreams,
    lasting,
    thirdPartyVerifiers: tables.openThirdPartyVerifiers?.(deps.clock, providers, lasting) ?? noThirdPartyVerifiers,
    counters,
    scripts,
    responses: deps.responses ?? new ResponseStore(),
    serveInnerCall,
    warn() {},
  }
  const decideForProvider = (tables.buildProviderAssemblies ?? rejectProviderAssemblies)(config, shared)
  const pipeline = buildPipeline(config, buildApiRoutingTable(config, shared), counters, deps.decidesOnly)
  scripts?.warm()
  let onIdle: (() => void) | undefined
  let closed: Promise<void> | undefined
  let inFlight = 0

  function endCall(call: Call): void {
    if (!call.response.writableFinished && call.outcome.switchedStatus === undefined) {
      call.outcome.reason ??= call.response.isCutOff ? 'gateway_ended' : 'client_gone'
      call.message.exchange?.cancel()
    }
    call.progress.isOver = true
    call.limits.leave?.()
    const record = buildCallRecord(call, performance.now(), revision)
    deps.record(record)
    call.trace?.onRecord(record)
    endOne()
  }

  function endOne(): void {
    inFlight -= 1
    if (inFlight === 0) onIdle?.()
  }

  /** One function for all calls: V8 may keep a closure for each, and its call, until the next full collection. */
  function onClose(this: HttpResponse): void {
    if (this.context instanceof Call) endCall(this.context)
  }

  function beginCall(
    request: IncomingMessage,
    response: HttpResponse,
    trace?: CallTrace,
    requestId = createRequestId(),
  ): Call {
    const call = new Call(deps, request, response, requestId, deps.clock())
    call.trace = trace
    const chosen = deps.chooseCall?.(call.startedAt)
    if (chosen) call.notes = new CallNotes(chosen === 'kept')
    inFlight += 1
    response.context = call
    response.on('close', onClose)
    call.progress.enter(pipeline)
    return call
  }

  function serveInnerCall(request: IncomingMessage, response: HttpResponse, outer: Call): void {
    const call = beginCall(request, response)
    call.caller.outer = outer.caller
    runSteps(call)
  }

  function startCall(call: Call, rejection: EntryRejectionReason | undefined): void {
    if (rejection) call.outcome.detail = findClientCertificateError(call.request.socket)
    runSteps(call, rejection && entryErrors[rejection])
  }

  async function close(others?: Promise<void>): Promise<void> {
    const retiring = setTimeout(() => {
      upstreams.stopBackgroundWork()
      scripts?.retire()
    }, retireMs).unref()
    await others
    const idle = Promise.withResolvers<void>()
    onIdle = idle.resolve
    if (inFlight > 0) await idle.promise
    clearTimeout(retiring)
    await Promise.all([upstreams.close(), providers.close(), scripts?.close()])
  }

  return {
    handle(request, response, rejection, trace, requestId) {
      startCall(beginCall(request, response, trace, requestId), rejection)
    },

    upgrade(request, caller, rejection) {
      const call = beginCall(request, caller.response)
      call.upgrade = { protocol: request.headers.upgrade ?? '', caller }
      startCall(call, rejection)
    },

    async decideToken(catalogPath, provider, request) {
      inFlight += 1
      try {
        return await decideForProvider(catalogPath, provider, request)
      } finally {
        endOne()
      }
    },

    close(others) {
      closed ??= close(others)
      return closed
    },
  }
}
