/** GET and POST of /admin/mft/transfer: the transfers since the server started, and new ones. */
import type { Static } from '../../../../shared/lib/json-schema/type.ts'
import { nestDottedPaths } from '../../../web/admin/attributes/attribute-row.ts'
import { type AttributeSelector, parseAttributeSelector } from '../../../web/admin/attributes/attribute-selector.ts'
import {
  jsonListResponse,
  jsonResponse,
  type RestContext,
  type RestResponse,
} from '../../../web/context/rest-context.ts'
import type { RestDialect } from '../../../web/context/rest-dialect.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { createInvalidMemberError, createMissingMemberError, parseBody } from '../../../web/http/parse-body.ts'
import { parseIntegerParameter, parseQueryParameters, readJsonObjectBody } from '../../../web/http/request-input.ts'
import { repeatUnits, TransferRequest } from '../contract/file-transfer.ts'
import type { AgentCommand, CatalogedTransfer, ItemStatus, ScheduleRequest } from '../engine/index.ts'
import { completeSchedule, ScheduleTimeError } from '../engine/parsing/index.ts'
import { readLocalTimeZone } from '../zoned-time.ts'
import { openCommandAccess, openTransferAccess, resourceUrl, sendAgentCommand, waitUntil } from './transfer-access.ts'
import { originatorOf, readTransfer } from './transfer-body.ts'

type TransferRow = readonly [
  name: string,
  read: (transfer: CatalogedTransfer, time: (at: number | undefined) => string, dialect: RestDialect) => unknown,
]

/** The attributes that every response contains. */
const basic: readonly TransferRow[] = [
  ['id', ({ event }) => event.id],
  ['destinationAgent.name', ({ event }) => event.destinationAgent.name],
  ['originator.host', ({ event }) => event.originator.host],
  ['originator.userId', ({ event }) => event.originator.userId],
  ['sourceAgent.name', ({ event }) => event.sourceAgent.name],
  ['statistics.endTime', ({ event }, time) => time(event.endedAt)],
  ['statistics.numberOfFileFailures', ({ event }) => event.numberOfFileFailures],
  ['statistics.numberOfFileSuccesses', ({ event }) => event.numberOfFileSuccesses],
  ['statistics.numberOfFileWarnings', ({ event }) => event.numberOfFileWarnings],
  ['statistics.numberOfFiles', ({ event }) => event.numberOfFiles],
  ['statistics.startTime', ({ event }, time) => time(event.startedAt)],
  ['status.state', ({ event }) => event.state],
]

const onRequest: readonly TransferRow[] = [
  ['destinationAgent.qmgrName', ({ event }) => event.destinationAgent.qmgrName],
  ['originator.mqmdUserId', ({ event }) => event.originator.mqmdUserId],
  ['sourceAgent.qmgrName', ({ event }) => event.sourceAgent.qmgrName],
  ['statistics.retryCount', ({ event }) => event.retryCount],
  ['status.description', ({ event }) => event.description],
  ['status.lastStatusUpdate', ({ event }, time) => time(event.publishedAt)],
  ['job.name', ({ event }) => event.jobName],
  ['transferSet.bytesSent', ({ event }) => event.bytesSent],
  ['transferSet.startTime', ({ event }, time) => time(event.startedAt)],
  ['transferSet.item', ({ items }, time) => items?.map((item) => renderItem(item, time))],
  ['userProperties', ({ event }) => event.metadata],
]

const transferAttributeNames = [...basic, ...onRequest].map(([name]) => name).filter((name) => name !== 'id')

function renderTransfer(transfer: CatalogedTransfer, wanted: AttributeSelector, dialect: RestDialect) {
  const time = (at: number | undefined) => (at === undefined || at === 0 ? '' : dialect.renderTimestamp(at))
  const rows = [...basic, ...onRequest.filter(([name]) => wanted(name))]
  return nestDottedPaths(rows.map(([name, read]) => [name, read(transfer, time, dialect)] as const))
}

function renderItem(item: ItemStatus, time: (at: number) => string) {
  const { mode, source, destination, checksum, state, description } = item
  return {
    mode,
    source: {
      type: source.type,
      ...(source.type === 'queue' ? { queue: { name: source.path } } : { file: renderFile(source, '', time) }),
      checksum,
      disposition: source.disposition,
    },
    destination: {
      type: destination.type,
      ...(destination.type === 'queue'
        ? { queue: { name: destination.path } }
        : { file: renderFile(destination, destination.endOfLine, time) }),
      actionIfExists: destination.actionIfExists,
    },
    status: { state: itemStates[state], description },
  }
}

function renderFile(file: Omit<ItemStatus['source'], 'disposition'>, endOfLine: string, time: (at: number) => string) {
  const { path, size, modified, encoding } = file
  return { path, size, lastModified: time(modified), encoding, endOfLine }
}

const itemStates: Readonly<Record<ItemStatus['state'], string>> = {
  inProgress: 'inProgress',
  successful: 'successful',
  failed: 'failed',
  warning: 'successfulWithWarnings',
  cancelled: 'cancelled',
}

const defaultLimit = 100
const maxLimit = 1000

export async function listTransfers(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['limit', 'after', 'before', 'attributes'])
  const limit = parseIntegerParameter('limit', query.limit, { min: 1, max: maxLimit }) ?? defaultLimit
  const wanted = parseAttributeSelector('attributes', query.attributes, transferAttributeNames)
  const { view } = await openTransferAccess(context)
  const [after, before] = [query.after?.toUpperCase(), query.before?.toUpperCase()]
  for (const id of [after, before])
    if (id !== undefined && !view.transfers.find(id)) throw new RestError('MQWB0401E', [id])
  const found = view.transfers.list({ limit, after, before })
  const headers = { [context.dialect.headers.totalTransfers]: String(view.transfers.size) }
  const render = (transfer: (typeof found)[number]) => JSON.stringify(renderTransfer(transfer, wanted, context.dialect))
  return jsonListResponse('transfer', found, {}, headers, render)
}

export async function showTransfer(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes'])
  const wanted = parseAttributeSelector('attributes', query.attributes, transferAttributeNames)
  const id = (context.params.transfer as string).toUpperCase()
  const { view } = await openTransferAccess(context)
  const found = view.transfers.find(id)
  if (!found) throw new RestError('MQWB0401E', [id])
  if (found.items === undefined && wanted('transferSet.item'))
    throw new RestError('MQWB0404E', [id, found.event.numberOfFiles, view.transfers.maxItemsPerTransfer])
  return jsonResponse(200, { transfer: [renderTransfer(found, wanted, context.dialect)] })
}

/** POST: asks the source agent for a transfer. */
export async function createTransfer(context: RestContext): Promise<RestResponse> {
  const { transfer, commandQueueManager } = await openCommandAccess(context)
  parseQueryParameters(context, [])
  const body = parseBody(TransferRequest, await readJsonObjectBody(context.request))
  const request = readTransfer(body, originatorOf(context))
  const schedule = readSchedule(body, context.services.clock())
  const command: AgentCommand = { type: 'transfer', request, schedule }
  const { id } = await sendAgentCommand(context, { transfer, commandQueueManager }, request.sourceAgent, command, 0)
  const qmgr = context.services.settings().properties.mqRestMftCoordinationQmgr
  if (!schedule && qmgr !== '') await waitUntil(() => transfer.view(qmgr).transfers.find(id) !== undefined)
  return { status: 202, headers: { Location: resourceUrl(context, id) } }
}

const repeatMembers = ['occurrenceFrequency', 'occurrenceCount', 'endTime'] as const

/** Returns the schedule, or undefined for a transfer that starts at once. Throws `RestError` with status 400. */
function readSchedule(body: Static<typeof TransferRequest>, now: number): ScheduleRequest | undefined {
  const at = body.scheduleTransfer ? 'scheduleTransfer' : 'schedule'
  const members = body[at]
  if (!members) return undefined
  const { timeBase, startTime, occurrenceInterval: unit, occurrenceFrequency: every = 1, endTime } = members
  if (!unit && repeatMembers.some((member) => members[member] !== undefined)) {
    const accepted = `it must be one of ${repeatUnits.join(', ')}`
    throw createMissingMemberError(`${at}.occurrenceInterval`, accepted)
  }
  const request = {
    startTime,
    timeBase: timeBase === 'utc' ? ('UTC' as const) : timeBase,
    repeat: unit && { unit, every, count: members.occurrenceCount, endTime },
  }
  try {
    return completeSchedule(request, readLocalTimeZone(), now)
  } catch (error) {
    if (!(error instanceof ScheduleTimeError)) throw error
    const found = error.member === 'startTime' ? startTime : endTime
    throw createInvalidMemberError(`${at}.${error.member}`, found, error.message)
  }
}
