/** Subscriptions, administrative or made by applications. */
import { altered, type Kind, row, shown } from './kind.ts'
import { choice, genericName, hex, integer, name, text, type ValueType } from './values.ts'

const all = undefined
const yesNo = choice('YES', 'NO')
const create = { access: 'create' } as const

export const sub: Kind = {
  kind: 'sub',
  key: 'SUB',
  types: ['SUB'],
  name: subscriptionName(),

  attributes: [
    row('TOPICSTR', all, text(10_240), '', create),
    row('TOPICOBJ', all, name(), '', create),
    shown('DISTYPE', all, choice('RESOLVED', 'DEFINED')),
    row('DEST', all, name(), ''),
    row('DESTQMGR', all, name(), ''),
    row('PUBAPPID', all, text(32), ''),
    row('SELECTOR', all, text(10_240), '', create),
    shown('SELTYPE', all, choice('NONE', 'STANDARD', 'EXTENDED')),
    row('USERDATA', all, text(10_240), ''),
    row('PUBACCT', all, hex(64), ''),
    row('DESTCORL', all, hex(48), ''),
    row('DESTCLAS', all, choice('PROVIDED', 'MANAGED'), 'PROVIDED', create),
    shown('DURABLE', all, yesNo),
    row('EXPIRY', all, integer(0, 999_999_999, 'UNLIMITED'), 'UNLIMITED'),
    row('PSPROP', all, choice('MSGPROP', 'COMPAT', 'NONE', 'RFH2'), 'MSGPROP'),
    row('PUBPRTY', all, integer(0, 9, 'ASPUB', 'ASQDEF'), 'ASPUB'),
    row('REQONLY', all, yesNo, 'NO'),
    row('SUBSCOPE', all, choice('ALL', 'QMGR'), 'ALL', create),
    row('SUBLEVEL', all, integer(0, 9), 1, create),
    shown('SUBTYPE', all, choice('ADMIN', 'API', 'PROXY')),
    row('VARUSER', all, choice('ANY', 'FIXED'), 'ANY', create),
    row('WSCHEMA', all, choice('TOPIC', 'CHAR'), 'TOPIC', create),
    row('SUBUSER', all, text(12), ''),
    shown('CRDATE', all, text(12)),
    shown('CRTIME', all, text(8)),
    ...altered,
    shown('SUBID', all, genericName(48)),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.SUB',
  required: () => [
    ['TOPICSTR', 'TOPICOBJ'],
    ['DEST', 'DESTCLAS'],
  ],
  check: ({ DESTCLAS: destination, DEST: queue }) =>
    destination === 'PROVIDED' && queue === '' ? 'DEST must be given unless DESTCLAS is MANAGED' : undefined,
}

/** Any text: the names of subscriptions may hold blanks. */
function subscriptionName(): ValueType {
  return text(10_240)
}
