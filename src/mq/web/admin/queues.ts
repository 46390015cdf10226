/** Queues: their attributes, the status of local queues, and the handles that have them open. */
import type { CommandConnection, CommandResponse } from '../../manager/index.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import { parseChoiceParameter } from '../http/request-input.ts'
import {
  type AttributeRow,
  type DisplayedAttributes,
  getAtPath,
  listRowNames,
  renderAttributes,
  renderSelectedRows,
  selectRowsByType,
} from './attributes/attribute-row.ts'
import { type AttributeSelector, parseAttributeSelector } from './attributes/attribute-selector.ts'
import {
  basicQueueAttributes,
  queueHandleRows,
  queueRows,
  queueStatusRows,
  queueTypeNames,
} from './attributes/queue-rows.ts'
import { displayObjects, parseFilter, toDisplayedAttributes } from './common/display.ts'
import { buildObjectResources } from './common/object-resources.ts'

const names = listRowNames(queueRows)
const statusNames = listRowNames(queueStatusRows)

export const queues = buildObjectResources({
  member: 'queue',
  notFoundMessageId: 'MQWB0037E',
  parameters: ['attributes', 'status', 'applicationHandle', 'type', 'filter', 'name'],

  prepare(query, name) {
    const type = parseChoiceParameter('type', query.type, ['all', ...Object.values(queueTypeNames)]) ?? 'all'
    const attributes = parseAttributeSelector('attributes', query.attributes, names)
    const status = parseAttributeSelector('status', query.status, statusNames)
    const { applicationHandle } = query
    const handles = parseAttributeSelector('applicationHandle', applicationHandle, listRowNames(queueHandleRows))
    const filter = parseFilter(query.filter, [...names, ...statusNames])
    const readsStatus = statusNames.some((each) => status(each) || each === filter?.attribute)
    const readsHandles = queueHandleRows.some((row) => handles(row.name))
    const picks = picksOf((each) => basicQueueAttributes.has(each) || attributes(each) || status(each))
    const compared = picksOf((each) => each === filter?.attribute)

    function* render(responses: QueueResponses, dialect: RestDialect) {
      for (const response of responses.queues) {
        const queue = foundIn(response, responses)
        if (type !== 'all' && queue.type !== type) continue
        if (filter && !filter.matches(getAtPath(attributesOf(queue, compared, dialect), filter.attribute))) continue
        yield renderQueue(queue, picks, handles, dialect)
      }
    }
    return async function readQueues(connection, dialect) {
      const responses: QueueResponses = {
        queues: await displayObjects(connection, 'queue', name),
        status: readsStatus ? await byName(connection, name, 'queue') : undefined,
        handles: readsHandles ? await byName(connection, name, 'handle') : undefined,
      }
      return render(responses, dialect) // each queue is rendered when the consumer takes it
    }
  },
})

interface QueueResponses {
  readonly queues: readonly CommandResponse[]
  readonly status: ((queue: string) => CommandResponse | undefined) | undefined
  readonly handles: ((queue: string) => CommandResponse | undefined) | undefined
}

/** The selected rows of the definition and of the status of a queue, by queue type. */
type Picks = Readonly<Record<'definition' | 'status', (type: string) => readonly AttributeRow[]>>

function picksOf(wanted: AttributeSelector): Picks {
  return { definition: selectRowsByType(queueRows, wanted), status: selectRowsByType(queueStatusRows, wanted) }
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

function renderQueue(queue: Found, picks: Picks, wanted: AttributeSelector, dialect: RestDialect) {
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

/** Returns what finds the DISPLAY QSTATUS response of a queue. Ask in the order of names, which both commands have. */
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
