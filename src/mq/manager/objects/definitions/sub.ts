/** Defines SUB objects, the subscriptions of administrators and applications. */
import { randomBytes } from 'node:crypto'
import { choiceType, genericNameType, hexType, integerType, nameType, textType } from './attribute-types.ts'
import { alterationAttributes, attribute, displayedAttribute, type ObjectDefinition } from './object-definition.ts'

const all = undefined
const yesNo = choiceType('YES', 'NO')
const properties = choiceType('MSGPROP', 'COMPAT', 'NONE', 'RFH2')
const create = { access: 'create' } as const

/** The subscription that only provides default values: it has no user, no queue manager and no messages. */
export const defaultSubscription = 'SYSTEM.DEFAULT.SUB'

export const subDefinition: ObjectDefinition = {
  kind: 'sub',
  key: 'SUB',
  types: ['SUB'],
  name: textType(10_240), // may contain blanks

  attributes: [
    attribute('TOPICSTR', all, textType(10_240), '', { access: 'create', json: 'topic.definedString' }),
    attribute('TOPICOBJ', all, nameType(), '', { access: 'create', json: 'topic.name' }),
    displayedAttribute('DISTYPE', all, choiceType('RESOLVED', 'DEFINED')),
    attribute('DEST', all, nameType(), '', { json: 'destination.name' }),
    attribute('DESTQMGR', all, nameType(), '', { json: 'destination.qmgrName' }),
    attribute('PUBAPPID', all, textType(32), '', { json: 'user.applicationIdentifier' }),
    attribute('SELECTOR', all, textType(10_240), '', { access: 'create', json: 'selector.value' }),
    displayedAttribute('SELTYPE', all, choiceType('NONE', 'STANDARD', 'EXTENDED'), 'selector.type'),
    attribute('USERDATA', all, textType(10_240), '', { json: 'user.data' }),
    attribute('PUBACCT', all, hexType(64), '', { json: 'user.accountingToken' }),
    attribute('DESTCORL', all, hexType(48), '', { json: 'destination.correlationId' }),
    attribute('DESTCLAS', all, choiceType('PROVIDED', 'MANAGED'), 'PROVIDED', create),
    displayedAttribute('DURABLE', all, yesNo, 'general.isDurable'),
    attribute('EXPIRY', all, integerType(0, 999_999_999, 'UNLIMITED'), 'UNLIMITED', { json: 'general.expiry' }),
    attribute('PSPROP', all, properties, 'MSGPROP', { json: 'extended.messagePropertyControl' }),
    attribute('PUBPRTY', all, integerType(0, 9, 'ASPUB', 'ASQDEF'), 'ASPUB', { json: 'extended.messagePriority' }),
    attribute('REQONLY', all, yesNo, 'NO', { json: 'extended.deliverOnRequest' }),
    attribute('SUBSCOPE', all, choiceType('ALL', 'QMGR'), 'ALL', create),
    attribute('SUBLEVEL', all, integerType(0, 9), 1, { access: 'create', json: 'general.level' }),
    displayedAttribute('SUBTYPE', all, choiceType('ADMIN', 'API', 'PROXY'), 'general.type'),
    attribute('VARUSER', all, choiceType('ANY', 'FIXED'), 'ANY', create),
    attribute('WSCHEMA', all, choiceType('TOPIC', 'CHAR'), 'TOPIC', create),
    attribute('SUBUSER', all, textType(12), '', { json: 'user.name' }),
    displayedAttribute('CRDATE', all, textType(12)),
    displayedAttribute('CRTIME', all, textType(8)),
    ...alterationAttributes,
    displayedAttribute('SUBID', all, genericNameType(48), 'id'),
  ],

  defaultObject: () => defaultSubscription,
  required: () => [
    ['TOPICSTR', 'TOPICOBJ'],
    ['DEST', 'DESTCLAS'],
  ],
  check: ({ DESTCLAS: destination, DEST: queue }) =>
    destination === 'PROVIDED' && queue === '' ? 'DEST must be given unless DESTCLAS is MANAGED' : undefined,
}

/** Returns `AMQ `, the first twelve characters of the queue manager name, and eight random bytes. */
export function newSubscriptionId(manager: string): string {
  const head = Buffer.from(`AMQ ${manager.slice(0, 12).padEnd(12)}`, 'latin1')
  return Buffer.concat([head, randomBytes(8)])
    .toString('hex')
    .toUpperCase()
}
