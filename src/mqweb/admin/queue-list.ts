/** GET /admin/qmgr/{qmgr}/queue and /queue/{queue}: what a query asks for, and the queues that answer it. */
import { type Answer, type Call, json, jsonList } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Query, readQuery } from '../http/query.ts'
import { queueRows, queueTypes } from './attributes/queue.ts'
import { handleRows, queueStatusRows } from './attributes/queue-status.ts'
import { readWanted } from './attributes/select.ts'
import { readFilter } from './filter.ts'
import { exactly } from './find-one.ts'
import { gatewayOf } from './gateway.ts'
import { readGenericName } from './generic-name.ts'
import { managerOf } from './manager.ts'
import { type QueueRequest, queuesOf } from './queue-view.ts'

const one = ['attributes', 'status', 'applicationHandle', 'type'] as const
const many = [...one, 'filter', 'name'] as const

export async function list(call: Call): Promise<Answer> {
  const query = readQuery(call, many)
  const gateway = gatewayOf(call)
  const queue = await queuesOf(call, managerOf(call), readQueueRequest(query, readGenericName(query.name)))
  return jsonList('queue', queue, {}, gateway?.headers)
}

export async function show(call: Call): Promise<Answer> {
  const name = call.params.queue as string
  const gateway = gatewayOf(call)
  const queue = await queuesOf(call, managerOf(call), readQueueRequest(readQuery(call, one), name))
  return json(200, { queue: exactly(name, [...queue], { object: name }) }, gateway?.headers)
}

export function readQueueRequest(query: Query<(typeof many)[number]>, name: string): QueueRequest {
  const { type = 'all' } = query
  const types: readonly string[] = ['all', ...Object.values(queueTypes)]
  if (!types.includes(type))
    throw new RestError('MQWB0013E', [type, 'type', `it must be one of ${types.join(', ')}`])

  return {
    name,
    type,
    attributes: readWanted('attributes', query.attributes, namesOf(queueRows)),
    status: readWanted('status', query.status, namesOf(queueStatusRows)),
    handles: readWanted('applicationHandle', query.applicationHandle, namesOf(handleRows)),
    filter: readFilter(query.filter, [...namesOf(queueRows), ...namesOf(queueStatusRows)]),
  }
}

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name)
}
