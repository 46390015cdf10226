/** The attributes of subscriptions. All of them are read-only. */

import { type AttributeRow, computedRow, readOnlyRow, timestampRow } from './attribute-row.ts'
import { integerCodec, textCodec, wordCodec, yesNoCodec } from './codec.ts'

/** Renders an MQSC value that is an integer or one of these words. */
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

/** The attributes that every response contains, whatever the request selects. */
export const basicSubscriptionAttributes: ReadonlySet<string> = new Set(['id', 'resolvedTopicString'])
