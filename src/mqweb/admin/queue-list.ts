/** GET /admin/qmgr/{qmgr}/queue and /queue/{queue}: queues with their attributes, status and handles. */
import type { Connection, QueueManager } from '../../qm/index.ts'
import { type Answer, type Call, json } from '../call.ts'
import { notFound } from '../errors/mq.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Query, readQuery } from '../http/query.ts'
import { queueBasics, queueRows, queueTypes } from './attributes/queue.ts'
import { handleRows, queueStatusRows } from './attributes/queue-status.ts'
import { type Displayed, renderRows } from './attributes/row.ts'
import { display, displayedOf } from './display.ts'
import { type Filter, readFilter } from './filter.ts'
import { gatewayOf } from './gateway.ts'
import { readGenericName } from './generic-name.ts'
import { administer, managerOf } from './manager.ts'
import { valueAt } from './nested.ts'
import { readWanted, type Wanted } from './select.ts'

const one = ['attributes', 'status', 'applicationHandle'] as const
const many = [...one, 'filter', 'name', 'type'] as const

/** What a query asks for. */
export interface QueueRequest {
  /** A generic or an exact name. */
  name: string
  type: string
  attributes: Wanted
  status: Wanted
  handles: Wanted
  filter: Filter | undefined
}

export async function list(call: Call): Promise<Answer> {
  const query = readQuery(call, many)
  const gateway = gatewayOf(call)
  const queue = await queuesOf(call, managerOf(call), readQueueRequest(query, readGenericName(query.name)))
  return json(200, { queue }, gateway?.headers)
}

export async function show(call: Call): Promise<Answer> {
  const name = call.params.queue as string
  const gateway = gatewayOf(call)
  const queue = await queuesOf(call, managerOf(call), readQueueRequest(readQuery(call, one), name))
  if (queue.length === 0) throw notFound({ object: name })
  return json(200, { queue }, gateway?.headers)
}

export function readQueueRequest(query: Query<(typeof many)[number]>, name: string): QueueRequest {
  const { type = 'all' } = query
  const types: readonly string[] = ['all', ...Object.values(queueTypes)]
  if (!types.includes(type))
    throw new RestError('MQWB0013E', [type, 'type', `it must be one of ${types.join(', ')}`])

  const status = readWanted('status', query.status, namesOf(queueStatusRows))
  const filter = readFilter(query.filter, [...namesOf(queueRows), ...namesOf(queueStatusRows)])
  return {
    name,
    type,
    attributes: readWanted('attributes', query.attributes, namesOf(queueRows)),
    status,
    handles: readWanted('applicationHandle', query.applicationHandle, namesOf(handleRows)),
    filter,
  }
}

/** The queues of a queue manager that a request asks for, as JSON. */
export async function queuesOf(
  call: Call,
  manager: QueueManager,
  request: QueueRequest,
): Promise<Record<string, unknown>[]> {
  const { name, type, filter } = request
  const { dialect } = call
  const compared: Wanted = (attribute) => attribute === filter?.attribute
  const all: Wanted = (attribute) => request.attributes(attribute) || queueBasics.has(attribute)
  const wantsStatus = queueStatusRows.some((row) => request.status(row.name) || compared(row.name))
  const wantsHandles = handleRows.some((row) => request.handles(row.name))

  return administer(call, manager, { action: 'display', object: name }, async (connection) => {
    const queues = await display(connection, 'queue', name)
    const statuses = wantsStatus ? await statusByName(connection, name) : undefined
    const handles = wantsHandles ? await handlesByName(connection, name) : undefined

    return queues.map(displayedOf).flatMap((displayed) => {
      const queue = String(displayed.get('QUEUE'))
      const kind = queueTypes[displayed.get('TYPE') as keyof typeof queueTypes]
      if (type !== 'all' && kind !== type) return []

      const status = kind === 'local' ? (statuses?.get(queue) ?? none) : none
      const render = (wanted: Wanted) => ({
        ...renderRows(queueRows, displayed, kind, wanted, dialect),
        ...renderRows(queueStatusRows, status, kind, status === none ? nothing : wanted, dialect),
      })
      if (filter && !filter.keeps(valueAt(render(compared), filter.attribute))) return []

      const shown = { ...render((attribute) => all(attribute) || request.status(attribute)) }
      const open =
        handles && kind === 'local' ? { applicationHandle: rendered(handles.get(queue), request, call) } : {}
      return [{ name: queue, type: kind, ...shown, ...open }]
    })
  })
}

const none: Displayed = new Map()
const nothing: Wanted = () => false

async function statusByName(connection: Connection, name: string): Promise<ReadonlyMap<string, Displayed>> {
  const responses = await display(connection, 'qstatus', name, { type: 'queue' })
  return new Map(responses.map(displayedOf).map((each) => [String(each.get('QUEUE')), each]))
}

async function handlesByName(
  connection: Connection,
  name: string,
): Promise<ReadonlyMap<string, readonly Displayed[]>> {
  const responses = await display(connection, 'qstatus', name, { type: 'handle' })
  return new Map(
    responses.map((response) => [
      String(displayedOf(response).get('QUEUE')),
      (response.objects ?? []).map((handle) => new Map(handle)),
    ]),
  )
}

function rendered(handles: readonly Displayed[] = [], { handles: wanted }: QueueRequest, { dialect }: Call) {
  return handles.map(
    (handle) => renderRows(handleRows, handle, 'local', wanted, dialect).applicationHandle ?? {},
  )
}

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name)
}
