/** Queues as JSON: their attributes, the status of local ones, and who has them open. */
import type { Connection, QueueManager } from '../../qm/index.ts'
import type { Call } from '../call.ts'
import type { Dialect } from '../dialect.ts'
import { queueBasics, queueRows, queueTypes } from './attributes/queue.ts'
import { handleRows, queueStatusRows } from './attributes/queue-status.ts'
import { type Displayed, renderRows } from './attributes/row.ts'
import { display, displayedOf } from './display.ts'
import type { Filter } from './filter.ts'
import { administer } from './manager.ts'
import { valueAt } from './nested.ts'
import type { Wanted } from './select.ts'

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

/** The queues of a queue manager that a request asks for. */
export async function queuesOf(
  call: Call,
  manager: QueueManager,
  request: QueueRequest,
): Promise<Record<string, unknown>[]> {
  const purpose = { action: 'display', object: request.name }
  const found = await administer(call, manager, purpose, (connection) => find(connection, request))
  return found
    .filter((queue) => passes(queue, request, call.dialect))
    .map((queue) => render(queue, request, call.dialect))
}

interface Found {
  name: string
  type: string
  displayed: Displayed
  /** Of local queues, when anything of it is asked for. */
  status: Displayed | undefined
  handles: readonly Displayed[] | undefined
}

async function find(connection: Connection, request: QueueRequest): Promise<Found[]> {
  const { name, filter } = request
  const looksAtStatus = queueStatusRows.some(
    (row) => request.status(row.name) || row.name === filter?.attribute,
  )
  const looksAtHandles = handleRows.some((row) => request.handles(row.name))

  const queues = (await display(connection, 'queue', name)).map(displayedOf)
  const statuses = looksAtStatus ? await statusByName(connection, name) : undefined
  const handles = looksAtHandles ? await handlesByName(connection, name) : undefined

  return queues
    .map((displayed) => {
      const name = String(displayed.get('QUEUE'))
      const type: string = queueTypes[displayed.get('TYPE') as keyof typeof queueTypes]
      const local = type === 'local'
      return {
        ...{ name, type, displayed },
        status: local ? statuses?.get(name) : undefined,
        handles: local && handles ? (handles.get(name) ?? []) : undefined,
      }
    })
    .filter(({ type }) => request.type === 'all' || type === request.type)
}

function passes(queue: Found, { filter }: QueueRequest, dialect: Dialect): boolean {
  if (!filter) return true
  const compared = attributesOf(queue, (name) => name === filter.attribute, dialect)
  return filter.keeps(valueAt(compared, filter.attribute))
}

function render(queue: Found, request: QueueRequest, dialect: Dialect): Record<string, unknown> {
  const { name, type, handles } = queue
  const wanted: Wanted = (each) => queueBasics.has(each) || request.attributes(each) || request.status(each)
  const shown = { name, type, ...attributesOf(queue, wanted, dialect) }
  if (!handles) return shown

  const open = handles.map((handle) => renderRows(handleRows, handle, type, request.handles, dialect))
  return { ...shown, applicationHandle: open.map(({ applicationHandle = {} }) => applicationHandle) }
}

function attributesOf({ displayed, status, type }: Found, wanted: Wanted, dialect: Dialect) {
  return {
    ...renderRows(queueRows, displayed, type, wanted, dialect),
    ...(status && renderRows(queueStatusRows, status, type, wanted, dialect)),
  }
}

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
