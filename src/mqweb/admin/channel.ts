/**
 * GET /admin/qmgr/{qmgr}/channel and /channel/{channel}: the channels between queue managers. Those of clients are
 * not shown here but by MQSC commands.
 */
import type { Connection, QueueManager } from '../../qm/index.ts'
import { type Answer, type Call, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Query, readQuery } from '../http/query.ts'
import { channelRows, channelTypes, isChannelBasic } from './attributes/channel.ts'
import { currentStatusRows, savedStatusRows } from './attributes/channel-status.ts'
import { valueAt } from './attributes/dotted-path.ts'
import { type Displayed, type Row, renderRows } from './attributes/row.ts'
import { readWanted, type Wanted } from './attributes/select.ts'
import { display, displayedOf } from './display.ts'
import { readFilter } from './filter.ts'
import { exactly } from './find-one.ts'
import { gatewayOf } from './gateway.ts'
import { readGenericName } from './generic-name.ts'
import { administer, managerOf } from './manager.ts'

const missing = 'MQWB0039E'
const one = ['attributes', 'status', 'type'] as const
const many = [...one, 'filter', 'name'] as const

const names = namesOf(channelRows)
const statusNames = [...namesOf(currentStatusRows), ...namesOf(savedStatusRows)]
/** A connection is a list of objects, which cannot be compared. */
const comparable = names.filter((name) => !/connection$|localAddress$|^exits/.test(name))

export async function list(call: Call): Promise<Answer> {
  const gateway = gatewayOf(call)
  const channel = await readChannels(call)(managerOf(call))
  return json(200, { channel }, gateway?.headers)
}

export async function show(call: Call): Promise<Answer> {
  const query = readQuery(call, one)
  const name = call.params.channel as string
  const gateway = gatewayOf(call)
  const channel = await channelsOf(call, managerOf(call), name, query)
  return json(200, { channel: exactly(name, channel, { missing, object: name }) }, gateway?.headers)
}

/** What the query asks for, of any queue manager. */
export function readChannels(call: Call): (manager: QueueManager) => Promise<Record<string, unknown>[]> {
  const query = readQuery(call, many)
  const name = readGenericName(query.name)
  return (manager) => channelsOf(call, manager, name, query)
}

async function channelsOf(
  call: Call,
  manager: QueueManager,
  name: string,
  query: Query<(typeof many)[number]>,
) {
  const { type = 'all' } = query
  const types = ['all', ...Object.values(channelTypes)]
  if (!types.includes(type))
    throw new RestError('MQWB0013E', [type, 'type', `it must be one of ${types.join(', ')}`])

  const wanted = readWanted('attributes', query.attributes, names)
  const status = readWanted('status', query.status, statusNames)
  const filter = readFilter(query.filter, comparable)
  const { dialect } = call

  return administer(call, manager, { action: 'display', object: name, missing }, async (connection) => {
    const all = (await display(connection, 'channel', name)).map(displayedOf)
    const current = await statusOf(connection, name, 'current', currentStatusRows, status)
    const saved = await statusOf(connection, name, 'saved', savedStatusRows, status)

    return all.flatMap((displayed) => {
      const kind = channelTypes[String(displayed.get('CHLTYPE'))]
      if (kind === undefined || displayed.get('TRPTYPE') !== 'TCP' || (type !== 'all' && kind !== type))
        return []

      const compared = renderRows(channelRows, displayed, kind, (name) => name === filter?.attribute, dialect)
      if (filter && !filter.keeps(valueAt(compared, filter.attribute))) return []

      const channel = String(displayed.get('CHANNEL'))
      const render = (rows: readonly Row[], instances: readonly Displayed[]) =>
        instances.map((each) => Object.values(renderRows(rows, each, kind, status, dialect))[0] ?? {})
      return [
        {
          name: channel,
          type: kind,
          ...renderRows(
            channelRows,
            displayed,
            kind,
            (name) => isChannelBasic(name) || wanted(name),
            dialect,
          ),
          ...(current && { currentStatus: render(currentStatusRows, current(channel)) }),
          ...(saved && { savedStatus: render(savedStatusRows, saved(channel)) }),
        },
      ]
    })
  })
}

/** The instances of each channel by its name; undefined when no attribute of theirs is wanted. */
async function statusOf(
  connection: Connection,
  name: string,
  which: 'current' | 'saved',
  rows: readonly Row[],
  wanted: Wanted,
): Promise<((channel: string) => readonly Displayed[]) | undefined> {
  if (!rows.some((row) => wanted(row.name))) return undefined
  const instances = (await display(connection, 'chstatus', name, { [which]: 'yes' })).map(displayedOf)
  return (channel) => instances.filter((each) => each.get('CHANNEL') === channel)
}

function namesOf(rows: readonly Row[]): string[] {
  return rows.map(({ name }) => name)
}
