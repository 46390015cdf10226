/** The descriptions of the resources of managed file transfer, for OpenAPI documents. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { query } from '../../../../shared/rest/resource.ts'
import type { MqOperations, ResourceDescriptions } from '../../../web/context/web-part.ts'
import { anyObject, listIn } from '../../../web/openapi/schemas.ts'
import { attributes, transferResources } from '../contract/file-transfer.ts'
import { agentName, transferAgentResources } from '../contract/transfer-agents.ts'

const agents = transferAgentResources['GET /mft/agent']
const monitors = transferAgentResources['GET /mft/monitor']
const limit = query('limit', 'The number of transfers.', Type.Integer({ minimum: 1, maximum: 1000, default: 100 }))
const after = query('after', 'The id of a transfer.')
const before = query('before', 'The id of a transfer.')

/** The resources by method and path, below `/admin/mft` or `/admin`. */
const operations: MqOperations = {
  'GET /agent': agents,
  'GET /agent/:agent': { ...agents, id: 'showAgent', summary: 'Show an agent', parameters: [attributes] },
  'GET /transfer': {
    id: 'listTransfers',
    tag: 'transfer',
    summary: 'List the transfers, the newest first',
    parameters: [limit, after, before, attributes],
    response: listIn('transfer', anyObject),
    responseHeaders: ['totalTransfers'],
  },
  'GET /transfer/:transfer': transferResources['GET /mft/transfers/:transfer'],
  'POST /transfer': transferResources['POST /mft/transfers'],
  'GET /monitor': monitors,
  'GET /monitor/:monitor': {
    ...monitors,
    id: 'showMonitor',
    summary: 'Show a monitor',
    parameters: [attributes, agentName],
  },
  'POST /monitor': transferAgentResources['POST /mft/monitor'],
  'DELETE /monitor/:monitor': transferAgentResources['DELETE /mft/monitor/:monitor'],
}

/** Both paths of each resource. The ids of the shorter path end in `BelowAdmin`, because ids are unique. */
const transferOperations: MqOperations = Object.fromEntries(
  Object.entries(operations).flatMap(([key, operation]) => {
    const [method, path] = key.split(' ')
    return [
      [`${method} /admin/mft${path}`, operation],
      [`${method} /admin${path}`, { ...operation, id: `${operation.id}BelowAdmin` }],
    ]
  }),
)

export const transferDescriptions: ResourceDescriptions = {
  operations: transferOperations,
  consoleOperations: { ...transferResources, ...transferAgentResources },
}
