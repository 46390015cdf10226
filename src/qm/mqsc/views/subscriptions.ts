/** DISPLAY SUB: subscriptions by name, or one by its id. */
import { kinds } from '../../objects/index.ts'
import { choice, hex, mark } from '../../objects/values.ts'
import type { ObjectRecord } from '../../runtime.ts'
import type { AttributeValue } from '../../types.ts'
import { type Call, textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { allForOne, type Row, type Values, type View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import type { Argument } from '../grammar.ts'
import { authorize, notFound } from '../subject.ts'
import { valuesOf } from './objects.ts'

const kind = kinds.sub

export const subscriptionTypes: Argument = {
  keyword: 'SUBTYPE',
  value: choice('USER', 'PROXY', 'ADMIN', 'API', 'ALL'),
}

export const subscriptions: View = {
  message: 'AMQ8096I',
  name: 'optional',
  nameValue: kind.name,
  arguments: [
    { keyword: 'SUBID', value: hex(48) },
    subscriptionTypes,
    { keyword: 'DISTYPE', value: choice('RESOLVED', 'DEFINED') },
    { keyword: 'DURABLE', value: choice('YES', 'NO', 'ALL') },
  ],
  columns: [
    ...kind.attributes.filter(({ keyword }) => keyword === 'SUBID'),
    { keyword: 'SUB', value: kind.name },
    ...kind.attributes.filter(({ keyword }) => keyword !== 'SUBID'),
    { keyword: 'SUMMARY', group: [], value: mark }, // the id and the name, which are always shown
  ],
  head: ['SUBID', 'SUB'],
  usual: (call) => (textOf(call, 'SUBID') === undefined ? allForOne(call) : 'all'),
  missing: (call) => notFound('sub', call.name ?? textOf(call, 'SUBID') ?? '*'),

  rows(call) {
    authorize(call, 'sub', call.runtime.name, 'DSP')
    const resolves = textOf(call, 'DISTYPE') !== 'DEFINED'
    return chosen(call)
      .map((object) => ({ values: valuesOf(kind, object, liveSubscription(call, object, resolves)) }))
      .filter((row) => ofType(call, row))
  },
}

/** The subscriptions that a command names, by name, generic name or id. */
export function chosen(call: Call): readonly ObjectRecord[] {
  const { objects, subscriptions: live } = call.runtime
  const id = textOf(call, 'SUBID')
  const name = id === undefined ? (call.name ?? '*') : live.nameOf(id)
  if (name === undefined) return []
  if (id === undefined && isGeneric(name)) {
    return objects.list('sub').filter((each) => matchesGeneric(name, each.name))
  }
  const object = objects.find('sub', name)
  return object ? [object] : []
}

/** Whether a row is of the durability and the type that a command narrows it to. */
export function ofType(call: Call, { values }: Row): boolean {
  const type = textOf(call, 'SUBTYPE') ?? 'USER'
  const durable = textOf(call, 'DURABLE') ?? 'ALL'
  if (durable !== 'ALL' && values.DURABLE !== durable) return false
  return type === 'ALL' || type === values.SUBTYPE || (type === 'USER' && values.SUBTYPE !== 'PROXY')
}

/** 48 hexadecimal digits; zeros for a definition that never subscribed. */
export function subscriptionId({ attributes }: ObjectRecord): AttributeValue {
  return attributes.SUBID || zeros(48)
}

function zeros(digits: number): string {
  return '0'.repeat(digits)
}

/** A resolved subscription shows the whole topic string, the prefix of its topic object included. */
function liveSubscription({ runtime }: Call, object: ObjectRecord, resolves: boolean): Values {
  const status = runtime.subscriptions.status(object.name)
  const { SELECTOR: selector, TOPICSTR: own, PUBACCT: token, DESTCORL: correlation } = object.attributes
  return {
    SUBID: subscriptionId(object),
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
