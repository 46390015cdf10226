/** DISPLAY SBSTATUS: what is live of a subscription. */
import { kinds } from '../../objects/index.ts'
import { choice, hex, integer, text } from '../../objects/values.ts'
import type { ManagerRuntime, ObjectRecord } from '../../runtime.ts'
import { textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { allForOne, type Column, type Values, type View } from '../display.ts'
import { authorize, notFound } from '../subject.ts'
import { chosen, ofType, subscriptionId, subscriptionTypes } from './subscriptions.ts'

/** The columns that the status of a subscription has wherever it is shown. */
export const statusColumns: readonly Column[] = [
  { keyword: 'SUBID', value: text(48) },
  { keyword: 'SUBUSER', value: text(12) },
  { keyword: 'DURABLE', value: choice('YES', 'NO') },
  { keyword: 'SUBTYPE', value: choice('ADMIN', 'API', 'PROXY') },
  { keyword: 'ACTCONN', value: text(48) },
  { keyword: 'RESMDATE', value: text(12) },
  { keyword: 'RESMTIME', value: text(8) },
  { keyword: 'LMSGDATE', value: text(12) },
  { keyword: 'LMSGTIME', value: text(8) },
  { keyword: 'NUMMSGS', value: integer(0, Number.MAX_SAFE_INTEGER) },
]

export const subscriptionStatus: View = {
  message: 'AMQ8099I',
  name: 'optional',
  nameValue: kinds.sub.name,
  arguments: [
    { keyword: 'SUBID', value: hex(48) },
    { keyword: 'DURABLE', value: choice('YES', 'NO', 'ALL') },
    subscriptionTypes,
  ],
  columns: [
    { keyword: 'SUB', value: kinds.sub.name },
    ...statusColumns,
    { keyword: 'MCASTREL', value: text(16) },
    { keyword: 'TOPICSTR', value: text(10_240) },
  ],
  head: ['SUB', 'SUBID'],
  usual: (call) => (textOf(call, 'SUBID') === undefined ? allForOne(call) : 'all'),
  missing: (call) => notFound('sub', call.name ?? textOf(call, 'SUBID') ?? '*'),

  rows(call) {
    authorize(call, 'sub', call.runtime.name, 'DSP')
    return chosen(call).flatMap((object) => {
      const values = statusOf(call.runtime, object)
      const row = values && { values: { ...values, SUB: object.name } }
      return row && ofType(call, row) ? [row] : []
    })
  },
}

/** Undefined for a subscription that is only a definition. */
export function statusOf({ subscriptions }: ManagerRuntime, object: ObjectRecord): Values | undefined {
  const status = subscriptions.status(object.name)
  if (!status) return undefined
  return {
    SUBID: subscriptionId(object),
    SUBUSER: object.attributes.SUBUSER ?? '',
    DURABLE: status.durable ? 'YES' : 'NO',
    SUBTYPE: status.type,
    ACTCONN: status.connection ?? '',
    RESMDATE: renderDate(status.resumedAt),
    RESMTIME: renderTime(status.resumedAt),
    LMSGDATE: renderDate(status.lastMessage),
    LMSGTIME: renderTime(status.lastMessage),
    NUMMSGS: status.messages,
    TOPICSTR: status.topicString,
  }
}
