/** Renders queues as JSON: their attributes, the status of local queues, and the handles that have them open. */
import type { CommandConnection, CommandResponse } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import {
  type AttributeRow,
  type DisplayedAttributes,
  getAtPath,
  renderAttributes,
  renderSelectedRows,
  selectRowsByType,
} from './attributes/attribute-row.ts'
import type { AttributeSelector } from './attributes/attribute-selector.ts'
import {
  basicQueueAttributes,
  queueHandleRows,
  queueRows,
  queueStatusRows,
  queueTypeNames,
} from './attributes/queue-rows.ts'
import { type AdminTarget, runWithAdminConnection } from './common/admin-connection.ts'
import { displayObjects, toDisplayedAttributes } from './common/display.ts'
import type { AttributeFilter } from './common/filter.ts'

/** The parsed query of a request for queues. */
export interface QueueQuery {
  /** An exact or a generic queue name. */
  name: string
  type: string
  attributes: AttributeSelector
  status: AttributeSelector
  handles: AttributeSelector
  filter: AttributeFilter | undefined
}

/**
 * Returns the queues of a queue manager that match a query. The iterable renders each queue when the consumer
 * takes it.
 */
export async function readQueues(
  context: RestContext,
  manager: AdminTarget,
  request: QueueQuery,
): Promise<Iterable<Record<string, unknown>>> {
  const purpose = { action: 'display', object: request.name }
  const responses = await runWithAdminConnection(context, manager, purpose, (connection) => ask(connection, request))
  return rendered(responses, request, context.dialect)
}

interface QueueResponses {
  readonly queues: readonly CommandResponse[]
  readonly status: ((queue: string) => CommandResponse | undefined) | undefined
  readonly handles: ((queue: string) => CommandResponse | undefined) | undefined
}

async function ask(connection: CommandConnection, request: QueueQuery): Promise<QueueResponses> {
  const { name, filter } = request
  const looksAtStatus = queueStatusRows.some((row) => request.status(row.name) || row.name === filter?.attribute)
  const looksAtHandles = queueHandleRows.some((row) => request.handles(row.name))
  return {
    queues: await displayObjects(connection, 'queue', name),
    status: looksAtStatus ? await byName(connection, name, 'queue') : undefined,
    handles: looksAtHandles ? await byName(connection, name, 'handle') : undefined,
  }
}

function* rendered(
  responses: QueueResponses,
  request: QueueQuery,
  dialect: RestDialect,
): Generator<Record<string, unknown>> {
  const picks = picksOf((each) => basicQueueAttributes.has(each) || request.attributes(each) || request.status(each))
  const compared = picksOf((each) => each === request.filter?.attribute)
  for (const response of responses.queues) {
    const queue = foundIn(response, responses)
    if (request.type !== 'all' && queue.type !== request.type) continue
    const { filter } = request
    if (filter && !filter.matches(getAtPath(attributesOf(queue, compared, dialect), filter.attribute))) continue
    yield render(queue, picks, request.handles, dialect)
  }
}

/** The selected rows of the definition and of the status of a queue, by queue type. */
type Picks = Readonly<Record<'definition' | 'status', (type: string) => readonly AttributeRow[]>>

function picksOf(wanted: AttributeSelector): Picks {
  return {
    definition: selectRowsByType(queueRows, wanted),
    status: selectRowsByType(queueStatusRows, wanted),
  }
}

interface Found {
  name: string
  type: string
  displayed: DisplayedAttributes
  /** The status of a local queue; undefined when the request selects no status. */
  status: DisplayedAttributes | undefined
  handles: readonly DisplayedAttributes[] | undefined
}

function foundIn(response: CommandResponse, { status, handles }: QueueResponses): Found {
  const displayed = toDisplayedAttributes(response)
  const name = String(displayed.get('QUEUE'))
  const type: string = queueTypeNames[displayed.get('TYPE') as keyof typeof queueTypeNames]
  if (type !== 'local') return { name, type, displayed, status: undefined, handles: undefined }

  const own = status?.(name)
  const open = handles && (handles(name)?.objects ?? []).map((handle) => new Map(handle))
  return { name, type, displayed, status: own && toDisplayedAttributes(own), handles: open }
}

function render(queue: Found, picks: Picks, wanted: AttributeSelector, dialect: RestDialect): Record<string, unknown> {
  const { name, type, handles } = queue
  const shown = { name, type, ...attributesOf(queue, picks, dialect) }
  if (!handles) return shown

  const open = handles.map((handle) => renderAttributes(queueHandleRows, handle, type, wanted, dialect))
  return { ...shown, applicationHandle: open.map(({ applicationHandle = {} }) => applicationHandle) }
}

function attributesOf({ displayed, status, type }: Found, picks: Picks, dialect: RestDialect) {
  return {
    ...renderSelectedRows(picks.definition(type), displayed, dialect),
    ...(status && renderSelectedRows(picks.status(type), status, dialect)),
  }
}

/**
 * Returns a function that finds the DISPLAY QSTATUS response of a queue. Both commands return queues ordered by
 * name, so the caller must ask for the queues in that order.
 */
async function byName(
  connection: CommandConnection,
  name: string,
  type: 'queue' | 'handle',
): Promise<(queue: string) => CommandResponse | undefined> {
  const responses = (await displayObjects(connection, 'qstatus', name, { type })).values()
  let next = responses.next()
  return (queue) => {
    while (!next.done && nameOf(next.value) < queue) next = responses.next()
    return !next.done && nameOf(next.value) === queue ? next.value : undefined
  }
}

/** Returns the name, which is the first attribute of a response. */
function nameOf({ attributes }: CommandResponse): string {
  return String(attributes?.[0]?.[1])
}
