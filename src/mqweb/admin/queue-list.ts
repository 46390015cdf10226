/** GET /admin/qmgr/{qmgr}/queue and /queue/{queue}: parses the query and lists the queues. */

import { findGateway } from '../context/gateway.ts'
import { jsonListResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters, type QueryParameters } from '../http/query-parameters.ts'
import { parseAttributeSelector } from './attributes/attribute-selector.ts'
import { queueHandleRows, queueRows, queueStatusRows, queueTypeNames } from './attributes/queue-rows.ts'
import { findAdminTarget } from './common/admin-connection.ts'
import { findOne } from './common/display.ts'
import { parseFilter, parseGenericName } from './common/filter.ts'
import { type QueueQuery, readQueues } from './queue-view.ts'

const one = ['attributes', 'status', 'applicationHandle', 'type'] as const
const many = [...one, 'filter', 'name'] as const

export async function listQueues(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, many)
  const gateway = findGateway(context)
  const queue = await readQueues(
    context,
    findAdminTarget(context),
    parseQueueQuery(query, parseGenericName(query.name)),
  )
  return jsonListResponse('queue', queue, {}, gateway?.headers)
}

export async function showQueue(context: RestContext): Promise<RestResponse> {
  const name = context.params.queue as string
  const gateway = findGateway(context)
  const queue = await readQueues(
    context,
    findAdminTarget(context),
    parseQueueQuery(parseQueryParameters(context, one), name),
  )
  return jsonResponse(200, { queue: findOne(name, [...queue], { object: name }) }, gateway?.headers)
}

export function parseQueueQuery(query: QueryParameters<(typeof many)[number]>, name: string): QueueQuery {
  const { type = 'all' } = query
  const types: readonly string[] = ['all', ...Object.values(queueTypeNames)]
  if (!types.includes(type)) throw new RestError('MQWB0013E', [type, 'type', `it must be one of ${types.join(', ')}`])

  return {
    name,
    type,
    attributes: parseAttributeSelector('attributes', query.attributes, namesOf(queueRows)),
    status: parseAttributeSelector('status', query.status, namesOf(queueStatusRows)),
    handles: parseAttributeSelector('applicationHandle', query.applicationHandle, namesOf(queueHandleRows)),
    filter: parseFilter(query.filter, [...namesOf(queueRows), ...namesOf(queueStatusRows)]),
  }
}

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name)
}
