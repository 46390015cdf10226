/**
 * What the documents ask of the data plane that cannot be built, found without opening anything.
 */
import type { Config, Problem } from '../config/types.ts'
import { silentLog } from '../lib/log.ts'
import { build } from './build.ts'
import { GatewayBuildError } from './document-error.ts'
import type { GatewayTools } from './tools.ts'
import { openUpstreams } from './upstream/upstreams.ts'

/** Every problem with its place; none when `buildGateway` would succeed. */
export async function checkGateway(config: Config): Promise<readonly Problem[]> {
  const upstreams = openUpstreams()
  try {
    build(config, idle, upstreams)
    return []
  } catch (error) {
    if (error instanceof GatewayBuildError) return error.problems
    throw error
  } finally {
    await upstreams.close()
  }
}

const nobody = async () => undefined

/** Nothing is called while things are built; these only stand where something is handed on. */
const idle: GatewayTools = {
  log: silentLog,
  clock: () => 0,
  verifyToken: () => () => ({ refused: 'invalid_token', reason: 'nothing is served' }),
  consumers: () => ({
    find: () => undefined,
    verifySecret: async () => false,
    entitlement: () => undefined,
    entitledToAny: () => false,
  }),
  registry: () => ({ authenticate: nobody, close: nobody }),
  record() {},
}
