/**
 * What the documents ask of the data plane that it could not serve: known before anything is put to use.
 */
import type { Config, Problem } from '../config/types.ts'
import { silentLog } from '../lib/log.ts'
import { build } from './build.ts'
import { GatewayBuildError } from './document-error.ts'
import { openMeters } from './limits/meters.ts'
import type { GatewayTools } from './tools.ts'
import { openUpstreams } from './upstream/upstreams.ts'

/** Everything that `buildGateway` would refuse; empty when it would serve the configuration. Opens no connection. */
export function gatewayProblems(config: Config): readonly Problem[] {
  const upstreams = openUpstreams()
  try {
    build(config, unused, { upstreams, meters: openMeters(unused) })
    return []
  } catch (error) {
    if (error instanceof GatewayBuildError) return error.problems
    throw error
  } finally {
    void upstreams.close()
  }
}

/** A build keeps these for the calls to come, and here none will. */
const unused: GatewayTools = {
  log: silentLog,
  clock: Date.now,
  record() {},
  verifyToken: () => noCall,
  consumers: () => ({ find: noCall, verifySecret: noCall, entitlement: noCall, entitledToAny: noCall }),
  registry: () => ({ authenticate: noCall, close: noCall }),
}

function noCall(): never {
  throw new Error('a build that is only a check was called')
}
