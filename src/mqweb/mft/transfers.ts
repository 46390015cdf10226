/** GET and POST of /admin/mft/transfer: the transfers since the server started, and new ones. */
import { repeatUnits, TransferRequest } from '../../contract/console/file-transfer.ts'
import type { Static } from '../../lib/json-schema/type.ts'
import { readLocalTimeZone } from '../../lib/time/zoned-time.ts'
import type { AgentCommand, ScheduleRequest } from '../../mft/index.ts'
import { completeSchedule, ScheduleTimeError } from '../../mft/parsing/index.ts'
import { type AttributeSelector, parseAttributeSelector } from '../admin/attributes/attribute-selector.ts'
import { jsonListResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { createInvalidMemberError, createMissingMemberError, parseBody } from '../http/parse-body.ts'
import { parseIntegerParameter, parseQueryParameters } from '../http/query-parameters.ts'
import { openCommandAccess, openTransferAccess, resourceUrl, sendAgentCommand, waitUntil } from './transfer-access.ts'
import { renderTransfer, transferAttributeNames } from './transfer-attributes.ts'
import { originatorOf, readTransfer } from './transfer-body.ts'

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
  requireItems(found, wanted, view.transfers.maxItemsPerTransfer)
  return jsonResponse(200, { transfer: [renderTransfer(found, wanted, context.dialect)] })
}

/** POST: asks the source agent for a transfer. */
export async function createTransfer(context: RestContext): Promise<RestResponse> {
  const { transfer, commandQueueManager } = await openCommandAccess(context)
  parseQueryParameters(context, [])
  const body = parseBody(TransferRequest, await readJsonObjectBody(context.request))
  const request = readTransfer(body, originatorOf(context))
  const schedule = readSchedule(body, context.services.clock())
  const command: AgentCommand = { type: 'transfer', request, ...(schedule && { schedule }) }
  const { id } = await sendAgentCommand(context, { transfer, commandQueueManager }, request.sourceAgent, command, 0)
  const qmgr = context.services.settings().properties.mqRestMftCoordinationQmgr
  if (!schedule && qmgr !== '') await waitUntil(() => transfer.view(qmgr).transfers.find(id) !== undefined)
  return { status: 202, headers: { Location: resourceUrl(context, id) } }
}

function requireItems(
  {
    event,
    items,
  }: { readonly event: { readonly id: string; readonly numberOfFiles: number }; readonly items: unknown },
  wanted: AttributeSelector,
  maxItems: number,
): void {
  if (items === undefined && wanted('transferSet.item'))
    throw new RestError('MQWB0404E', [event.id, event.numberOfFiles, maxItems])
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
    ...(unit && { repeat: { unit, every, count: members.occurrenceCount, endTime } }),
  }
  try {
    return completeSchedule(request, readLocalTimeZone(), now)
  } catch (error) {
    if (!(error instanceof ScheduleTimeError)) throw error
    const found = error.member === 'startTime' ? startTime : endTime
    throw createInvalidMemberError(`${at}.${error.member}`, found, error.message)
  }
}
