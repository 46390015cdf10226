/** The subscriptions of a queue manager. */
import { RestError } from '../errors/rest-error.ts'
import {
  type AttributeRow,
  computedRow,
  listRowNames,
  readOnlyRow,
  renderAttributes,
  timestampRow,
} from './attributes/attribute-row.ts'
import { parseAttributeSelector } from './attributes/attribute-selector.ts'
import { integerCodec, textCodec, wordCodec, yesNoCodec } from './attributes/codec.ts'
import { displayObjects, meetsFilter, parseFilter, toDisplayedAttributes } from './common/display.ts'
import { buildObjectResources } from './common/object-resources.ts'

const numberOrWord = wordCodec({ UNLIMITED: 'unlimited', ASPUB: 'asPublished', ASQDEF: 'asQueueDefault' })
const expiry = {
  render: (value: Parameters<typeof integerCodec.render>[0]) =>
    typeof value === 'number' ? value : numberOrWord.render(value),
}

export const subscriptionRows: readonly AttributeRow[] = [
  readOnlyRow('id', 'SUBID', textCodec),
  readOnlyRow('resolvedTopicString', 'TOPICSTR', textCodec),

  readOnlyRow('topic.name', 'TOPICOBJ', textCodec),
  readOnlyRow('topic.definedString', 'TOPICSTR', textCodec),

  readOnlyRow('selector.value', 'SELECTOR', textCodec),
  readOnlyRow('selector.type', 'SELTYPE', wordCodec({ NONE: 'none', STANDARD: 'standard', EXTENDED: 'extended' })),

  computedRow('destination.isManaged', (displayed) => displayed.get('DESTCLAS') === 'MANAGED'),
  readOnlyRow('destination.qmgrName', 'DESTQMGR', textCodec),
  readOnlyRow('destination.name', 'DEST', textCodec),
  readOnlyRow('destination.correlationId', 'DESTCORL', textCodec),

  readOnlyRow('user.name', 'SUBUSER', textCodec),
  readOnlyRow('user.accountingToken', 'PUBACCT', textCodec),
  readOnlyRow('user.applicationIdentifier', 'PUBAPPID', textCodec),
  readOnlyRow('user.data', 'USERDATA', textCodec),

  readOnlyRow('general.isDurable', 'DURABLE', yesNoCodec),
  readOnlyRow('general.expiry', 'EXPIRY', expiry),
  readOnlyRow('general.level', 'SUBLEVEL', integerCodec),
  computedRow('general.isVariableUser', (displayed) => displayed.get('VARUSER') === 'ANY'),
  computedRow('general.usesCharacterWildcard', (displayed) => displayed.get('WSCHEMA') === 'CHAR'),
  readOnlyRow('general.type', 'SUBTYPE', wordCodec({ ADMIN: 'administrative', API: 'api', PROXY: 'proxy' })),

  readOnlyRow('extended.deliverOnRequest', 'REQONLY', yesNoCodec),
  readOnlyRow('extended.messagePriority', 'PUBPRTY', expiry),
  readOnlyRow(
    'extended.messagePropertyControl',
    'PSPROP',
    wordCodec({ MSGPROP: 'messageProperties', COMPAT: 'compatible', NONE: 'none', RFH2: 'rfh2' }),
  ),

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
