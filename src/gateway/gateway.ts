/** The data plane of one revision of the documents. */

import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '../config/types/index.ts'
import { openUndiciPool } from '../http/client/index.ts'
import type { HttpResponse } from '../http/message/http-response.ts'
import { findClientCertificateError } from '../http/request/client-certificate.ts'
import { createRequestId } from '../lib/headers/request-id.ts'
import type { CallTrace } from '../telemetry/calls/index.ts'
import { buildPublishedApis } from './build.ts'
import { Call } from './call/call.ts'
import type { GatewayDeps } from './call/deps.ts'
import { buildCallRecord } from './call-record.ts'
import { GatewayError } from './errors/gateway-errors.ts'
import { enterSteps } from './execution/enter-steps.ts'
import { runSteps } from './execution/run.ts'
import { openLimitCounters } from './limits/limit-counters.ts'
import { buildPipeline } from './pipeline.ts'
import { openUpstreamConnections } from './upstream/upstream-connections.ts'

export interface Gateway {
  /**
   * Serves a call. It never throws, and it records the call once, when the call has ended. With `refused`, the
   * call is rejected because of its connection, whatever it requests. Without `requestId`, the call gets a new
   * one.
   */
  handle(
    request: IncomingMessage,
    response: HttpResponse,
    refused?: CertificateRejection,
    trace?: CallTrace,
    requestId?: string,
  ): void
  /** Serves a call that requests a switch of its connection to another protocol, such as a WebSocket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer, refused?: CertificateRejection): void
  /** Waits until the calls in flight have ended, then closes the connections to upstreams. */
  close(): Promise<void>
}

export type CertificateRejection = 'certificate_missing' | 'certificate_untrusted'

const connectionRefused: Record<CertificateRejection, GatewayError> = {
  certificate_missing: new GatewayError('certificate_missing'),
  certificate_untrusted: new GatewayError('certificate_untrusted'),
}

/** Returns the data plane for a configuration. Throws a `GatewayBuildError` with every problem of the documents. */
export function buildGateway(config: Config, deps: GatewayDeps): Gateway {
  const upstreams = openUpstreamConnections(deps.openConnections)
  const providers = openUpstreamConnections(openUndiciPool)
  const meters = openLimitCounters(deps)
  const pipeline = buildPipeline(
    buildPublishedApis(config, deps, {
      connections: upstreams,
      providerConnections: providers,
      counters: meters,
    }),
    meters,
  )
  const idle = Promise.withResolvers<void>()
  let closing = false
  let closed: Promise<void> | undefined
  let inFlight = 0

  function ended(call: Call): void {
    if (!call.response.writableFinished && call.outcome.switchedStatus === undefined) {
      call.outcome.reason ??= 'client_gone'
      call.message.exchange?.cancel()
    }
    call.progress.isOver = true
    inFlight -= 1
    const record = buildCallRecord(call, performance.now())
    deps.record(record)
    call.trace?.onRecord(record)
    if (closing && inFlight === 0) idle.resolve()
  }

  function begin(
    request: IncomingMessage,
    response: HttpResponse,
    trace?: CallTrace,
    requestId = createRequestId(),
  ): Call {
    const call = new Call(deps, request, response, requestId, deps.clock())
    call.trace = trace
    inFlight += 1
    response.on('close', () => ended(call))
    enterSteps(call, pipeline)
    return call
  }

  function turnAway(call: Call, refused: CertificateRejection): void {
    call.outcome.detail = findClientCertificateError(call.request.socket)
    runSteps(call, connectionRefused[refused])
  }

  async function close(): Promise<void> {
    closing = true
    if (inFlight > 0) await idle.promise
    await Promise.all([upstreams.close(), providers.close()])
  }

  return {
    handle(request, response, refused, trace, requestId) {
      const call = begin(request, response, trace, requestId)
      if (refused) turnAway(call, refused)
      else runSteps(call)
    },

    upgrade(request, connection, head, refused) {
      connection.on('error', () => connection.destroy())
      if (head.length > 0) connection.unshift(head)
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false // node's parser has already detached from the connection
      response.assignSocket(connection as Socket)
      response.once('finish', () => connection.end())
      const call = begin(request, response)
      call.upgrade = { protocol: request.headers.upgrade as string, connection }
      if (refused) turnAway(call, refused)
      else runSteps(call)
    },

    close() {
      closed ??= close()
      return closed
    },
  }
}
