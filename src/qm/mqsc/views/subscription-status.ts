/** DISPLAY SBSTATUS: the live state of a subscription. */

import { choiceType, hexType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ObjectRecord, QueueManagerServices } from '../../types/services.ts'
import { textArgument } from '../command/command.ts'
import {
  allColumnsForOneName,
  type DisplayColumnSpec,
  type DisplayValues,
  type DisplayView,
} from '../command/display.ts'
import { objectNotFoundError, requireAuthority } from '../command/subject.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { findNamedSubscriptions, matchesRequestedType, readSubscriptionId, subscriptionTypes } from './subscriptions.ts'

/** The columns of the status of a subscription, wherever it is shown. */
export const subscriptionStatusColumns: readonly DisplayColumnSpec[] = [
  { keyword: 'SUBID', value: textType(48) },
  { keyword: 'SUBUSER', value: textType(12) },
  { keyword: 'DURABLE', value: choiceType('YES', 'NO') },
  { keyword: 'SUBTYPE', value: choiceType('ADMIN', 'API', 'PROXY') },
  { keyword: 'ACTCONN', value: textType(48) },
  { keyword: 'RESMDATE', value: textType(12) },
  { keyword: 'RESMTIME', value: textType(8) },
  { keyword: 'LMSGDATE', value: textType(12) },
  { keyword: 'LMSGTIME', value: textType(8) },
  { keyword: 'MCASTREL', value: textType(16) },
  { keyword: 'NUMMSGS', value: integerType(0, Number.MAX_SAFE_INTEGER) },
]

/** MCASTREL, the reliability of multicast: two blank numbers, because no subscription uses multicast. */
export const unmeasuredReliability = ' , '

export const subscriptionStatus: DisplayView = {
  message: 'AMQ8099I',
  name: 'optional',
  nameValue: objectDefinitions.sub.name,
  arguments: [
    { keyword: 'SUBID', value: hexType(48) },
    { keyword: 'DURABLE', value: choiceType('YES', 'NO', 'ALL') },
    subscriptionTypes,
  ],
  columns: [
    { keyword: 'SUB', value: objectDefinitions.sub.name },
    ...subscriptionStatusColumns,
    { keyword: 'TOPICSTR', value: textType(10_240) },
  ],
  alwaysShown: ['SUB', 'SUBID'],
  defaultColumns: (call) => (textArgument(call, 'SUBID') === undefined ? allColumnsForOneName(call) : 'all'),
  notFoundError: (call) => objectNotFoundError('sub', call.name ?? textArgument(call, 'SUBID') ?? '*'),

  rows(call) {
    requireAuthority(call, 'sub', call.runtime.name, 'DSP')
    return findNamedSubscriptions(call).flatMap((object) => {
      const values = readSubscriptionStatus(call.runtime, object)
      const row = values && { values: { ...values, SUB: object.name } }
      return row && matchesRequestedType(call, row) ? [row] : []
    })
  },
}

/** Returns undefined for a subscription that is only defined and has no status. */
export function readSubscriptionStatus(
  { subscriptions }: QueueManagerServices,
  object: ObjectRecord,
): DisplayValues | undefined {
  const status = subscriptions.status(object.name)
  if (!status) return undefined
  return {
    SUBID: readSubscriptionId(object),
    SUBUSER: object.attributes.SUBUSER ?? '',
    DURABLE: status.durable ? 'YES' : 'NO',
    SUBTYPE: status.type,
    ACTCONN: status.connection ?? '',
    RESMDATE: renderDate(status.resumedAt),
    RESMTIME: renderTime(status.resumedAt),
    LMSGDATE: renderDate(status.lastMessage),
    LMSGTIME: renderTime(status.lastMessage),
    MCASTREL: unmeasuredReliability,
    NUMMSGS: status.messages,
    TOPICSTR: status.topicString,
  }
}
