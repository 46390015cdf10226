/** Queues as JSON: their attributes, the status of local ones, and who has them open. */
import type { CommandResponse, Connection, QueueManager } from '../../qm/index.ts'
import type { Call } from '../call/call.ts'
import type { Dialect } from '../call/dialect.ts'
import { valueAt } from './attributes/dotted-path.ts'
import { queueBasics, queueRows, queueTypes } from './attributes/queue.ts'
import { handleRows, queueStatusRows } from './attributes/queue-status.ts'
import { type Displayed, picked, type Row, renderPicked, renderRows } from './attributes/row.ts'
import type { Wanted } from './attributes/select.ts'
import { display, displayedOf } from './display.ts'
import type { Filter } from './filter.ts'
import { administer } from './manager.ts'

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

/** The queues of a queue manager that a request asks for. Each is put together when the one before has been taken. */
export async function queuesOf(
  call: Call,
  manager: QueueManager,
  request: QueueRequest,
): Promise<Iterable<Record<string, unknown>>> {
  const purpose = { action: 'display', object: request.name }
  const told = await administer(call, manager, purpose, (connection) => ask(connection, request))
  return rendered(told, request, call.dialect)
}

interface Told {
  readonly queues: readonly CommandResponse[]
  readonly status: ((queue: string) => CommandResponse | undefined) | undefined
  readonly handles: ((queue: string) => CommandResponse | undefined) | undefined
}

async function ask(connection: Connection, request: QueueRequest): Promise<Told> {
  const { name, filter } = request
  const looksAtStatus = queueStatusRows.some(
    (row) => request.status(row.name) || row.name === filter?.attribute,
  )
  const looksAtHandles = handleRows.some((row) => request.handles(row.name))
  return {
    queues: await display(connection, 'queue', name),
    status: looksAtStatus ? await byName(connection, name, 'queue') : undefined,
    handles: looksAtHandles ? await byName(connection, name, 'handle') : undefined,
  }
}

function* rendered(told: Told, request: QueueRequest, dialect: Dialect): Generator<Record<string, unknown>> {
  const picks = picksOf((each) => queueBasics.has(each) || request.attributes(each) || request.status(each))
  const compared = picksOf((each) => each === request.filter?.attribute)
  for (const response of told.queues) {
    const queue = foundIn(response, told)
    if (request.type !== 'all' && queue.type !== request.type) continue
    const { filter } = request
    if (filter && !filter.keeps(valueAt(attributesOf(queue, compared, dialect), filter.attribute))) continue
    yield render(queue, picks, request.handles, dialect)
  }
}

/** The rows of a queue and of its status, by the type of the queue. */
type Picks = Readonly<Record<'definition' | 'status', (type: string) => readonly Row[]>>

function picksOf(wanted: Wanted): Picks {
  return { definition: picked(queueRows, wanted), status: picked(queueStatusRows, wanted) }
}

interface Found {
  name: string
  type: string
  displayed: Displayed
  /** Of local queues, when anything of it is asked for. */
  status: Displayed | undefined
  handles: readonly Displayed[] | undefined
}

function foundIn(response: CommandResponse, { status, handles }: Told): Found {
  const displayed = displayedOf(response)
  const name = String(displayed.get('QUEUE'))
  const type: string = queueTypes[displayed.get('TYPE') as keyof typeof queueTypes]
  if (type !== 'local') return { name, type, displayed, status: undefined, handles: undefined }

  const own = status?.(name)
  const open = handles && (handles(name)?.objects ?? []).map((handle) => new Map(handle))
  return { name, type, displayed, status: own && displayedOf(own), handles: open }
}

function render(queue: Found, picks: Picks, wanted: Wanted, dialect: Dialect): Record<string, unknown> {
  const { name, type, handles } = queue
  const shown = { name, type, ...attributesOf(queue, picks, dialect) }
  if (!handles) return shown

  const open = handles.map((handle) => renderRows(handleRows, handle, type, wanted, dialect))
  return { ...shown, applicationHandle: open.map(({ applicationHandle = {} }) => applicationHandle) }
}

function attributesOf({ displayed, status, type }: Found, picks: Picks, dialect: Dialect) {
  return {
    ...renderPicked(picks.definition(type), displayed, dialect),
    ...(status && renderPicked(picks.status(type), status, dialect)),
  }
}

/**
 * What DISPLAY QSTATUS tells of a queue. Queues are displayed in the order of their names in both commands, and must be
 * asked for in that order.
 */
async function byName(
  connection: Connection,
  name: string,
  type: 'queue' | 'handle',
): Promise<(queue: string) => CommandResponse | undefined> {
  const responses = (await display(connection, 'qstatus', name, { type })).values()
  let next = responses.next()
  return (queue) => {
    while (!next.done && nameOf(next.value) < queue) next = responses.next()
    return !next.done && nameOf(next.value) === queue ? next.value : undefined
  }
}

/** A response begins with the name. */
function nameOf({ attributes }: CommandResponse): string {
  return String(attributes?.[0]?.[1])
}
