/**
 * The data plane of one edition of the documents.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Config } from '../config/types.ts'
import { newRequestId } from '../lib/request-id.ts'
import { build } from './build.ts'
import { Call } from './call.ts'
import { buildPipeline } from './pipeline.ts'
import { recordOf } from './record/call-record.ts'
import { enter, proceed } from './run.ts'
import type { GatewayTools } from './tools.ts'
import { openUpstreams } from './upstream/upstreams.ts'

export interface Gateway {
  /** Serves a call. Never throws; the call is recorded once, when it is over. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Lets calls in flight finish, then closes the connections to upstreams. */
  close(): Promise<void>
}

/** Throws a `GatewayBuildError` with every problem and its place when the documents cannot be served. */
export function buildGateway(config: Config, tools: GatewayTools): Gateway {
  const upstreams = openUpstreams()
  const pipeline = buildPipeline(build(config, tools, upstreams))
  const idle = Promise.withResolvers<void>()
  let closing = false
  let inFlight = 0

  function ended(call: Call): void {
    if (!call.response.writableFinished) {
      call.reason ??= 'client_gone'
      call.exchange?.cancel()
    }
    call.over = true
    inFlight -= 1
    tools.record(recordOf(call, performance.now()))
    if (closing && inFlight === 0) idle.resolve()
  }

  return {
    handle(request, response) {
      const call = new Call(tools, request, response, newRequestId(), tools.clock())
      inFlight += 1
      response.once('close', () => ended(call))
      enter(call, pipeline)
      proceed(call)
    },

    async close() {
      closing = true
      if (inFlight > 0) await idle.promise
      await upstreams.close()
    },
  }
}
