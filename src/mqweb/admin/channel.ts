/**
 * GET /admin/qmgr/{qmgr}/channel and /channel/{channel}: the channels between queue managers. MQSC commands show
 * client-connection and server-connection channels.
 */
import type { CommandConnection } from '../../qm/index.ts'
import { findGateway } from '../context/gateway.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters, type QueryParameters } from '../http/query-parameters.ts'
import { type AttributeRow, type DisplayedAttributes, getAtPath, renderAttributes } from './attributes/attribute-row.ts'
import { type AttributeSelector, parseAttributeSelector } from './attributes/attribute-selector.ts'
import {
  channelRows,
  channelTypeNames,
  currentStatusRows,
  isBasicChannelAttribute,
  savedStatusRows,
} from './attributes/channel-rows.ts'
import { type AdminTarget, findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'
import { displayObjects, findOne, toDisplayedAttributes } from './common/display.ts'
import { parseFilter, parseGenericName } from './common/filter.ts'

const missing = 'MQWB0039E'
const one = ['attributes', 'status', 'type'] as const
const many = [...one, 'filter', 'name'] as const

const names = namesOf(channelRows)
const statusNames = [...namesOf(currentStatusRows), ...namesOf(savedStatusRows)]
/**
 * The attributes that a filter can compare. Connections, local addresses and exits are lists of objects, which
 * have no order.
 */
const comparable = names.filter((name) => !/connection$|localAddress$|^exits/.test(name))

export async function listChannels(context: RestContext): Promise<RestResponse> {
  const gateway = findGateway(context)
  const channel = await createChannelReader(context)(findAdminTarget(context))
  return jsonResponse(200, { channel }, gateway?.headers)
}

export async function showChannel(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, one)
  const name = context.params.channel as string
  const gateway = findGateway(context)
  const channel = await readChannels(context, findAdminTarget(context), name, query)
  return jsonResponse(
    200,
    { channel: findOne(name, channel, { notFoundMessageId: missing, object: name }) },
    gateway?.headers,
  )
}

/**
 * Parses the query and returns a function that reads the matching channels of a queue manager. Throws `RestError`
 * with status 400 for an invalid query.
 */
export function createChannelReader(
  context: RestContext,
): (manager: AdminTarget) => Promise<Record<string, unknown>[]> {
  const query = parseQueryParameters(context, many)
  const name = parseGenericName(query.name)
  return (manager) => readChannels(context, manager, name, query)
}

async function readChannels(
  context: RestContext,
  manager: AdminTarget,
  name: string,
  query: QueryParameters<(typeof many)[number]>,
) {
  const { type = 'all' } = query
  const types = ['all', ...Object.values(channelTypeNames)]
  if (!types.includes(type)) throw new RestError('MQWB0013E', [type, 'type', `it must be one of ${types.join(', ')}`])

  const wanted = parseAttributeSelector('attributes', query.attributes, names)
  const status = parseAttributeSelector('status', query.status, statusNames)
  const filter = parseFilter(query.filter, comparable)
  const { dialect } = context

  return runWithAdminConnection(
    context,
    manager,
    { action: 'display', object: name, notFoundMessageId: missing },
    async (connection) => {
      const all = (await displayObjects(connection, 'channel', name)).map(toDisplayedAttributes)
      const current = await statusOf(connection, name, 'current', currentStatusRows, status)
      const saved = await statusOf(connection, name, 'saved', savedStatusRows, status)

      return all.flatMap((displayed) => {
        const kind = channelTypeNames[String(displayed.get('CHLTYPE'))]
        if (kind === undefined || displayed.get('TRPTYPE') !== 'TCP' || (type !== 'all' && kind !== type)) return []

        const compared = renderAttributes(channelRows, displayed, kind, (name) => name === filter?.attribute, dialect)
        if (filter && !filter.matches(getAtPath(compared, filter.attribute))) return []

        const channel = String(displayed.get('CHANNEL'))
        const render = (rows: readonly AttributeRow[], instances: readonly DisplayedAttributes[]) =>
          instances.map((each) => Object.values(renderAttributes(rows, each, kind, status, dialect))[0] ?? {})
        return [
          {
            name: channel,
            type: kind,
            ...renderAttributes(
              channelRows,
              displayed,
              kind,
              (name) => isBasicChannelAttribute(name) || wanted(name),
              dialect,
            ),
            ...(current && { currentStatus: render(currentStatusRows, current(channel)) }),
            ...(saved && { savedStatus: render(savedStatusRows, saved(channel)) }),
          },
        ]
      })
    },
  )
}

/**
 * Returns a function that finds the status instances of a channel by its name, or undefined when the query
 * selects no status attribute.
 */
async function statusOf(
  connection: CommandConnection,
  name: string,
  which: 'current' | 'saved',
  rows: readonly AttributeRow[],
  wanted: AttributeSelector,
): Promise<((channel: string) => readonly DisplayedAttributes[]) | undefined> {
  if (!rows.some((row) => wanted(row.name))) return undefined
  const instances = (await displayObjects(connection, 'chstatus', name, { [which]: 'yes' })).map(toDisplayedAttributes)
  return (channel) => instances.filter((each) => each.get('CHANNEL') === channel)
}

function namesOf(rows: readonly AttributeRow[]): string[] {
  return rows.map(({ name }) => name)
}
