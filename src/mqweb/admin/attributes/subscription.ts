/** The attributes of subscriptions. All of them are only shown. */
import { integer, text, words, yesNo } from './codec.ts'
import { derived, moment, type Row, shown } from './row.ts'

/** An integer, or a word of MQSC as the API writes it. */
const numberOrWord = words({ UNLIMITED: 'unlimited', ASPUB: 'asPublished', ASQDEF: 'asQueueDefault' })
const expiry = {
  render: (value: Parameters<typeof integer.render>[0]) =>
    typeof value === 'number' ? value : numberOrWord.render(value),
}

export const subscriptionRows: readonly Row[] = [
  shown('id', 'SUBID', text),
  shown('resolvedTopicString', 'TOPICSTR', text),

  shown('topic.name', 'TOPICOBJ', text),
  shown('topic.definedString', 'TOPICSTR', text),

  shown('selector.value', 'SELECTOR', text),
  shown('selector.type', 'SELTYPE', words({ NONE: 'none', STANDARD: 'standard', EXTENDED: 'extended' })),

  derived('destination.isManaged', (displayed) => displayed.get('DESTCLAS') === 'MANAGED'),
  shown('destination.qmgrName', 'DESTQMGR', text),
  shown('destination.name', 'DEST', text),
  shown('destination.correlationId', 'DESTCORL', text),

  shown('user.name', 'SUBUSER', text),
  shown('user.accountingToken', 'PUBACCT', text),
  shown('user.applicationIdentifier', 'PUBAPPID', text),
  shown('user.data', 'USERDATA', text),

  shown('general.isDurable', 'DURABLE', yesNo),
  shown('general.expiry', 'EXPIRY', expiry),
  shown('general.level', 'SUBLEVEL', integer),
  derived('general.isVariableUser', (displayed) => displayed.get('VARUSER') === 'ANY'),
  derived('general.usesCharacterWildcard', (displayed) => displayed.get('WSCHEMA') === 'CHAR'),
  shown('general.type', 'SUBTYPE', words({ ADMIN: 'administrative', API: 'api', PROXY: 'proxy' })),

  shown('extended.deliverOnRequest', 'REQONLY', yesNo),
  shown('extended.messagePriority', 'PUBPRTY', expiry),
  shown(
    'extended.messagePropertyControl',
    'PSPROP',
    words({ MSGPROP: 'messageProperties', COMPAT: 'compatible', NONE: 'none', RFH2: 'rfh2' }),
  ),

  moment('timestamps.created', 'CRDATE', 'CRTIME'),
  moment('timestamps.altered', 'ALTDATE', 'ALTTIME'),
]

/** Attributes that every answer tells, whatever was asked for. */
export const subscriptionBasics: ReadonlySet<string> = new Set(['id', 'resolvedTopicString'])
