/** DISPLAY SUB: subscriptions by name, or one by its id; DISPLAY SBSTATUS: their live state. */
import {
  choiceType,
  hexType,
  integerType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { AttributeValue } from '../../types/connection.ts'
import type { ObjectRecord, QueueManagerServices, SubscriptionStatus } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import {
  allColumnsForOneName,
  type DisplayRow,
  type DisplayValues,
  type DisplayView,
  type ReadColumn,
  readColumns,
} from '../command/display.ts'
import { objectNotFoundError, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { attributeValues } from './objects.ts'

const kind = objectDefinitions.sub

const subscriptionTypes: ArgumentSpec = {
  keyword: 'SUBTYPE',
  value: choiceType('USER', 'PROXY', 'ADMIN', 'API', 'ALL'),
}

const subscriptionIds: ArgumentSpec = { keyword: 'SUBID', value: hexType(48) }
const durabilities: ArgumentSpec = { keyword: 'DURABLE', value: choiceType('YES', 'NO', 'ALL') }

/** The members that both views have: a name, or an id that stands for one. */
const namedView = {
  name: 'optional',
  nameValue: kind.name,
  defaultColumns: (call) => (textArgument(call, 'SUBID') === undefined ? allColumnsForOneName(call) : 'all'),
  notFoundError: (call) => objectNotFoundError('sub', call.name ?? textArgument(call, 'SUBID') ?? '*'),
} satisfies Partial<DisplayView>

export const subscriptions: DisplayView = {
  ...namedView,
  message: 'AMQ8096I',
  arguments: [
    subscriptionIds,
    subscriptionTypes,
    { keyword: 'DISTYPE', value: choiceType('RESOLVED', 'DEFINED') },
    durabilities,
  ],
  columns: [
    ...kind.attributes.filter(({ keyword }) => keyword === 'SUBID'),
    { keyword: 'SUB', value: kind.name },
    ...kind.attributes.filter(({ keyword }) => keyword !== 'SUBID'),
    { keyword: 'SUMMARY', group: [], value: singleFlagType }, // the id and the name, which are always shown
  ],
  alwaysShown: ['SUBID', 'SUB'],

  rows(call) {
    requireAuthority(call, 'sub', call.runtime.name, 'DSP')
    const resolves = textArgument(call, 'DISTYPE') !== 'DEFINED'
    return findNamedSubscriptions(call)
      .map((object) => ({ values: attributeValues(kind, object, liveSubscription(call, object, resolves)) }))
      .filter((row) => matchesRequestedType(call, row))
  },
}

/** Returns the subscriptions that a command names: by name, generic name or id. */
function findNamedSubscriptions(call: CommandContext): readonly ObjectRecord[] {
  const { objects, subscriptions: live } = call.runtime
  const id = textArgument(call, 'SUBID')
  const name = id === undefined ? (call.name ?? '*') : live.findName(id)
  if (name === undefined) return []
  if (id === undefined && isGeneric(name)) return objects.list('sub').filter((each) => matchesGeneric(name, each.name))
  const object = objects.find('sub', name)
  return object ? [object] : []
}

function matchesRequestedType(call: CommandContext, { values }: DisplayRow): boolean {
  const type = textArgument(call, 'SUBTYPE') ?? 'USER'
  const durable = textArgument(call, 'DURABLE') ?? 'ALL'
  if (durable !== 'ALL' && values.DURABLE !== durable) return false
  return type === 'ALL' || type === values.SUBTYPE || (type === 'USER' && values.SUBTYPE !== 'PROXY')
}

/** Returns the id as 48 hexadecimal digits; zeros for a definition that never subscribed. */
function readSubscriptionId({ attributes }: ObjectRecord): AttributeValue {
  return attributes.SUBID || zeros(48)
}

function zeros(digits: number): string {
  return '0'.repeat(digits)
}

/** A resolved subscription shows the full topic string, including that of its topic object. */
function liveSubscription({ runtime }: CommandContext, object: ObjectRecord, resolves: boolean): DisplayValues {
  const status = runtime.subscriptions.status(object.name)
  const { SELECTOR: selector, TOPICSTR: own, PUBACCT: token, DESTCORL: correlation } = object.attributes
  return {
    SUBID: readSubscriptionId(object),
    PUBACCT: token || zeros(64),
    DESTCORL: correlation || zeros(48),
    TOPICSTR: resolves ? (status?.topicString ?? own) : own,
    DISTYPE: resolves ? 'RESOLVED' : 'DEFINED',
    SELTYPE: selector ? 'STANDARD' : 'NONE',
    DURABLE: status?.durable === false ? 'NO' : 'YES',
    SUBTYPE: status?.type ?? 'ADMIN',
    CRDATE: renderDate(object.created),
    CRTIME: renderTime(object.created),
  }
}

type LiveSubscription = { readonly object: ObjectRecord; readonly status: SubscriptionStatus }

/** The columns of the status of a subscription, wherever it is shown. */
export const subscriptionStatusColumns: readonly ReadColumn<LiveSubscription>[] = [
  { keyword: 'SUBID', value: textType(48), read: ({ object }) => readSubscriptionId(object) },
  { keyword: 'SUBUSER', value: textType(12), read: ({ object }) => object.attributes.SUBUSER ?? '' },
  { keyword: 'DURABLE', value: choiceType('YES', 'NO'), read: ({ status }) => (status.durable ? 'YES' : 'NO') },
  { keyword: 'SUBTYPE', value: choiceType('ADMIN', 'API', 'PROXY'), read: ({ status }) => status.type },
  { keyword: 'ACTCONN', value: textType(48), read: ({ status }) => status.connection ?? '' },
  { keyword: 'RESMDATE', value: textType(12), read: ({ status }) => renderDate(status.resumedAt) },
  { keyword: 'RESMTIME', value: textType(8), read: ({ status }) => renderTime(status.resumedAt) },
  { keyword: 'LMSGDATE', value: textType(12), read: ({ status }) => renderDate(status.lastMessage) },
  { keyword: 'LMSGTIME', value: textType(8), read: ({ status }) => renderTime(status.lastMessage) },
  { keyword: 'MCASTREL', value: textType(16), read: () => unmeasuredReliability },
  { keyword: 'NUMMSGS', value: integerType(0, Number.MAX_SAFE_INTEGER), read: ({ status }) => status.messages },
]

/** MCASTREL, the reliability of multicast: two blank numbers, because no subscription uses multicast. */
export const unmeasuredReliability = ' , '

export const subscriptionStatus: DisplayView = {
  ...namedView,
  message: 'AMQ8099I',
  arguments: [subscriptionIds, durabilities, subscriptionTypes],
  columns: [
    { keyword: 'SUB', value: kind.name },
    ...subscriptionStatusColumns,
    { keyword: 'TOPICSTR', value: textType(10_240) },
  ],
  alwaysShown: ['SUB', 'SUBID'],

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
  return { ...readColumns(subscriptionStatusColumns, { object, status }), TOPICSTR: status.topicString }
}
