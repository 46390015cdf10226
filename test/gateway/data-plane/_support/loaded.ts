/** A gateway over documents in a folder, which the loader reads with the tables of the product. */

import type { ExecutionContext } from 'ava'
import { loadConfig, openConfigLoader, renderProblem } from '../../../../src/gateway/config/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { findGatewayProblems, typeTables } from '../../_support/tables.ts'
import { type Files, folderWith } from '../../config/_support/folder.ts'
import { accessToken } from './documents.ts'
import { type RunningGateway, startGateway } from './servers.ts'

/** Returns a line for each problem of the documents, as `sluice check` prints them. */
export async function findProblemLines(t: ExecutionContext, files: Files): Promise<string[]> {
  const { load, locateWithin } = openConfigLoader(await folderWith(t, files), typeTables, {})
  const { config, problems } = await load()
  const found = config
    ? findGatewayProblems(config, ({ path, ...element }) => (path ? locateWithin(element, path) : element))
    : []
  return [...problems, ...found].map(renderProblem)
}

/** Serves the documents until the test ends. Every token is valid; its text is the client id. */
export async function serve(
  t: ExecutionContext,
  files: Files,
  deps: Parameters<typeof startGateway>[1] = {},
): Promise<RunningGateway> {
  const { config, problems } = await loadConfig(await folderWith(t, files), typeTables, {})
  if (!config) throw new Error(problems.map(renderProblem).join('\n'))
  const consumers = new Map(config.catalogs.map((each) => [each.path, openConsumers(each)]))
  const gateway = await startGateway(config, {
    isChecked: true, // as the product serves them
    consumers: (path) => consumers.get(path) as ReturnType<typeof openConsumers>,
    verifyToken: () => (clientId) => accessToken(clientId, { scopes: new Set(['customer', 'sample_scope_1']) }),
    ...deps,
  })
  t.teardown(gateway.close)
  return gateway
}
