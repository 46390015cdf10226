/** The channels between queue managers. MQSC commands show client-connection and server-connection channels. */
import type { CommandConnection } from '../../manager/index.ts'
import { parseChoiceParameter } from '../http/request-input.ts'
import {
  type AttributeRow,
  type DisplayedAttributes,
  listRowNames,
  renderAttributes,
} from './attributes/attribute-row.ts'
import { type AttributeSelector, parseAttributeSelector } from './attributes/attribute-selector.ts'
import {
  channelRows,
  channelTypeNames,
  currentStatusRows,
  isBasicChannelAttribute,
  savedStatusRows,
} from './attributes/channel-rows.ts'
import { displayObjects, meetsFilter, parseFilter, toDisplayedAttributes } from './common/display.ts'
import { buildObjectResources } from './common/object-resources.ts'

const names = listRowNames(channelRows)
const statusNames = listRowNames([...currentStatusRows, ...savedStatusRows])
/** The attributes that a filter can compare. Lists of objects, such as connections and exits, have no order. */
const comparable = names.filter((name) => !/connection$|localAddress$|^exits/.test(name))

export const channels = buildObjectResources({
  member: 'channel',
  notFoundMessageId: 'MQWB0039E',
  parameters: ['attributes', 'status', 'type', 'filter', 'name'],

  prepare(query, name) {
    const type = parseChoiceParameter('type', query.type, ['all', ...Object.values(channelTypeNames)]) ?? 'all'
    const selected = parseAttributeSelector('attributes', query.attributes, names)
    const status = parseAttributeSelector('status', query.status, statusNames)
    const filter = parseFilter(query.filter, comparable)
    const wanted = (each: string) => isBasicChannelAttribute(each) || selected(each)

    return async function readChannels(connection, dialect) {
      const all = (await displayObjects(connection, 'channel', name)).map(toDisplayedAttributes)
      const current = await statusOf(connection, name, 'current', currentStatusRows, status)
      const saved = await statusOf(connection, name, 'saved', savedStatusRows, status)

      return all.flatMap((displayed) => {
        const kind = channelTypeNames[String(displayed.get('CHLTYPE'))]
        if (kind === undefined || displayed.get('TRPTYPE') !== 'TCP' || (type !== 'all' && kind !== type)) return []
        if (!meetsFilter(filter, channelRows, displayed, kind, dialect)) return []

        const channel = String(displayed.get('CHANNEL'))
        const render = (rows: readonly AttributeRow[], instances: readonly DisplayedAttributes[]) =>
          instances.map((each) => Object.values(renderAttributes(rows, each, kind, status, dialect))[0] ?? {})
        return {
          name: channel,
          type: kind,
          ...renderAttributes(channelRows, displayed, kind, wanted, dialect),
          currentStatus: current && render(currentStatusRows, current(channel)),
          savedStatus: saved && render(savedStatusRows, saved(channel)),
        }
      })
    }
  },
})

/** Returns a function that finds the status instances of a channel; undefined when no status is selected. */
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
