/** A gateway over documents as they stand on disk, read by the real loader with the real tables. */
import type { ExecutionContext } from 'ava'

import { loadConfig, renderProblem } from '../../../src/config/index.ts'
import { openConsumers } from '../../../src/consumers/index.ts'
import { findGatewayProblems, type GatewayDeps, policies, securityTypes } from '../../../src/gateway/index.ts'
import { userRegistryTypes } from '../../../src/registries/index.ts'
import { type Files, folderWith } from '../../config/_support/folder.ts'
import { type RunningGateway, startGateway } from './servers.ts'

const tables = { registries: userRegistryTypes, securities: securityTypes, policies }

/** Everything that is wrong with the documents, line by line. */
export async function faultsOf(t: ExecutionContext, files: Files): Promise<string[]> {
  const { config, problems } = await loadConfig(await folderWith(t, files), tables, {})
  return [...problems, ...(config ? findGatewayProblems(config) : [])].map(renderProblem)
}

/** Serves the documents until the test is over; every token is good, and is the client id itself. */
export async function serve(
  t: ExecutionContext,
  files: Files,
  deps: Partial<GatewayDeps> = {},
): Promise<RunningGateway> {
  const { config, problems } = await loadConfig(await folderWith(t, files), tables, {})
  if (!config) throw new Error(problems.map(renderProblem).join('\n'))
  const consumers = new Map(config.catalogs.map((each) => [each.path, openConsumers(each)]))
  const gateway = await startGateway(config, {
    isChecked: true, // as the product serves them
    consumers: (path) => consumers.get(path) as ReturnType<typeof openConsumers>,
    verifyToken: () => (clientId) => ({
      id: 'jti',
      clientId,
      subject: 'alice',
      scopes: new Set(['customer', 'sample_scope_1']),
      issuedAt: 0,
      expiresAt: Number.MAX_SAFE_INTEGER,
      grant: 'password',
    }),
    ...deps,
  })
  t.teardown(gateway.close)
  return gateway
}
