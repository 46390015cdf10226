/** The subscriptions of a queue manager. */
import { objectDefinitions } from '../../manager/index.ts'
import { RestError } from '../errors/rest-error.ts'
import {
  type AttributeRow,
  computedRow,
  deriveRows,
  listRowNames,
  readOnlyRow,
  renderAttributes,
  timestampRow,
} from './attributes/attribute-row.ts'
import { parseAttributeSelector } from './attributes/attribute-selector.ts'
import { textCodec } from './attributes/codec.ts'
import { displayObjects, meetsFilter, parseFilter, toDisplayedAttributes } from './common/display.ts'
import { buildObjectResources } from './common/object-resources.ts'

export const subscriptionRows: readonly AttributeRow[] = [
  ...deriveRows(objectDefinitions.sub, {}),
  readOnlyRow('resolvedTopicString', 'TOPICSTR', textCodec),
  computedRow('destination.isManaged', (displayed) => displayed.get('DESTCLAS') === 'MANAGED'),
  computedRow('general.isVariableUser', (displayed) => displayed.get('VARUSER') === 'ANY'),
  computedRow('general.usesCharacterWildcard', (displayed) => displayed.get('WSCHEMA') === 'CHAR'),
  timestampRow('timestamps.created', 'CRDATE', 'CRTIME'),
  timestampRow('timestamps.altered', 'ALTDATE', 'ALTTIME'),
]

const basicAttributes: ReadonlySet<string> = new Set(['id', 'resolvedTopicString'])

const names = listRowNames(subscriptionRows)
const selectable = names.filter((name) => !basicAttributes.has(name))

export const subscriptions = buildObjectResources({
  member: 'subscription',
  notFoundMessageId: 'MQWB0038E',
  parameters: ['attributes', 'filter', 'id', 'name'],

  prepare(query, name) {
    const id = query.id?.toUpperCase()
    if (id !== undefined && query.name !== undefined)
      throw new RestError('MQWB0012E', ['id', ': a name selects already.'])
    if (id !== undefined && !/^[0-9A-F]{48}$/.test(id))
      throw new RestError('MQWB0013E', [query.id ?? '', 'id', 'it must be 48 hexadecimal digits'])
    const selected = parseAttributeSelector('attributes', query.attributes, selectable)
    const filter = parseFilter(query.filter, names)
    const wanted = (each: string) => basicAttributes.has(each) || selected(each)

    return async function readSubscriptions(connection, dialect) {
      const all = (await displayObjects(connection, 'sub', name)).map(toDisplayedAttributes)
      return all
        .filter((each) => id === undefined || String(each.get('SUBID')).toUpperCase() === id)
        .filter((each) => meetsFilter(filter, subscriptionRows, each, '', dialect))
        .map((each) => ({ name: each.get('SUB'), ...renderAttributes(subscriptionRows, each, '', wanted, dialect) }))
    }
  },
})
