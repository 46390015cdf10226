/**
 * The data plane of one edition of the documents.
 */
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import type { Config } from '../config/types/index.ts'
import { openUndiciConnections } from '../http/client/index.ts'
import { certificateFault } from '../http/client-certificate.ts'
import type { HttpResponse } from '../http/http-response.ts'
import { newRequestId } from '../lib/headers/request-id.ts'
import type { CallTrace } from '../telemetry/calls/index.ts'
import { recordOf } from '../telemetry/calls/index.ts'
import { build } from './build.ts'
import { Call } from './call/call.ts'
import type { GatewayTools } from './call/deps.ts'
import { Refusal } from './call/refusals.ts'
import { enter, proceed } from './call/run.ts'
import { openMeters } from './limits/counters.ts'
import { buildPipeline } from './pipeline.ts'
import { openUpstreams } from './upstream/upstreams.ts'

export interface Gateway {
  /**
   * Serves a call. Never throws; the call is recorded once, when it is over. With a reason the call is refused for
   * what its connection is, whatever it asks for.
   */
  handle(
    request: IncomingMessage,
    response: HttpResponse,
    refused?: ConnectionRefused,
    trace?: CallTrace,
  ): void
  /** Serves a call that asks to switch its connection to a WebSocket. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer, refused?: ConnectionRefused): void
  /** Lets calls in flight finish, then closes the connections to upstreams. */
  close(): Promise<void>
}

export type ConnectionRefused = 'certificate_missing' | 'certificate_untrusted'

const connectionRefused: Record<ConnectionRefused, Refusal> = {
  certificate_missing: new Refusal('certificate_missing'),
  certificate_untrusted: new Refusal('certificate_untrusted'),
}

/** Throws a `GatewayBuildError` with every problem and its place when the documents cannot be served. */
export function buildGateway(config: Config, tools: GatewayTools): Gateway {
  const upstreams = openUpstreams(tools.openConnections)
  const providers = openUpstreams(openUndiciConnections)
  const meters = openMeters(tools)
  const pipeline = buildPipeline(build(config, tools, { upstreams, providers, meters }), meters)
  const idle = Promise.withResolvers<void>()
  let closing = false
  let closed: Promise<void> | undefined
  let inFlight = 0

  function ended(call: Call): void {
    if (!call.response.writableFinished && call.outcome.switched === undefined) {
      call.outcome.reason ??= 'client_gone'
      call.message.exchange?.cancel()
    }
    call.progress.over = true
    inFlight -= 1
    const record = recordOf(call, performance.now())
    tools.record(record)
    call.trace?.onRecord(record)
    if (closing && inFlight === 0) idle.resolve()
  }

  function begin(request: IncomingMessage, response: HttpResponse, trace?: CallTrace): Call {
    const call = new Call(tools, request, response, newRequestId(), tools.clock())
    call.trace = trace
    inFlight += 1
    response.on('close', () => ended(call))
    enter(call, pipeline)
    return call
  }

  function turnAway(call: Call, refused: ConnectionRefused): void {
    call.outcome.detail = certificateFault(call.request.socket)
    proceed(call, connectionRefused[refused])
  }

  async function close(): Promise<void> {
    closing = true
    if (inFlight > 0) await idle.promise
    await Promise.all([upstreams.close(), providers.close()])
  }

  return {
    handle(request, response, refused, trace) {
      const call = begin(request, response, trace)
      if (refused) turnAway(call, refused)
      else proceed(call)
    },

    upgrade(request, connection, head, refused) {
      connection.on('error', () => connection.destroy())
      if (head.length > 0) connection.unshift(head)
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false // the parser has let go of the connection
      response.assignSocket(connection as Socket)
      response.once('finish', () => connection.end())
      const call = begin(request, response)
      call.upgrade = { protocol: request.headers.upgrade as string, connection }
      if (refused) turnAway(call, refused)
      else proceed(call)
    },

    close() {
      closed ??= close()
      return closed
    },
  }
}
