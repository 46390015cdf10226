/** DISPLAY TPSTATUS: the nodes of the topic tree; with TYPE(SUB) or TYPE(PUB) their subscribers or publishers. */
import { choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { PublisherStatus, TopicStatus } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import type { DisplayColumnSpec, DisplayRow, DisplayValues, DisplayView } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import { readSubscriptionStatus, subscriptionStatusColumns, unmeasuredReliability } from './subscriptions.ts'

const count = integerType(0, 999_999_999)
const inherited = listUniqueAttributes(objectDefinitions.topic)

export const topicStatus: DisplayView = {
  message: 'AMQ8754I',
  name: 'required',
  nameValue: textType(10_240),
  arguments: [{ keyword: 'TYPE', value: choiceType('TOPIC', 'SUB', 'PUB') }],
  columns: [
    { keyword: 'TOPICSTR', value: textType(10_240) },
    { keyword: 'ADMIN', value: textType(48) },
    ...['CLUSTER', 'COMMINFO', 'MDURMDL', 'MNDURMDL', 'CAPEXPRY', 'CLROUTE'].map(column),
    ...['DEFPSIST', 'DEFPRTY', 'DEFPRESP', 'DURSUB', 'PUB', 'SUB', 'PMSGDLV', 'NPMSGDLV'].map(column),
    { keyword: 'RETAINED', value: choiceType('YES', 'NO') },
    { keyword: 'PUBCOUNT', value: count },
    { keyword: 'SUBCOUNT', value: count },
    ...['PUBSCOPE', 'SUBSCOPE', 'MCAST', 'USEDLQ'].map(column),
    ...subscriptionStatusColumns,
    { keyword: 'LPUBDATE', value: textType(12) },
    { keyword: 'LPUBTIME', value: textType(8) },
    { keyword: 'NUMPUBS', value: count },
  ],
  alwaysShown: ['TOPICSTR'],

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    const pattern = call.name ?? '#'
    return call.runtime.topics.status(pattern).flatMap((node) => rowsOf(call, node))
  },
}

function rowsOf(call: CommandContext, node: TopicStatus): DisplayRow[] {
  switch (textArgument(call, 'TYPE')) {
    case 'SUB':
      return node.subscriptions.flatMap((name) => {
        const object = call.runtime.objects.find('sub', name)
        const values = object && readSubscriptionStatus(call.runtime, object)
        return values ? [{ values: { ...values, TOPICSTR: node.topicString } }] : []
      })
    case 'PUB':
      return node.publishers.map((publisher) => ({ values: publisherValues(node, publisher) }))
    default:
      return [{ values: nodeValues(node) }]
  }
}

function publisherValues({ topicString }: TopicStatus, publisher: PublisherStatus): DisplayValues {
  return {
    TOPICSTR: topicString,
    ACTCONN: publisher.connection,
    LPUBDATE: renderDate(publisher.lastPublication),
    LPUBTIME: renderTime(publisher.lastPublication),
    MCASTREL: unmeasuredReliability,
    NUMPUBS: publisher.publications,
  }
}

function nodeValues({ attributes, topicString, admin, retained, publishers, subscriptions }: TopicStatus) {
  return {
    ...attributes,
    TOPICSTR: topicString,
    ADMIN: admin ?? '',
    RETAINED: retained ? 'YES' : 'NO',
    PUBCOUNT: publishers.length,
    SUBCOUNT: subscriptions.length,
  }
}

function column(keyword: string): DisplayColumnSpec {
  return inherited.find((each) => each.keyword === keyword) as DisplayColumnSpec
}
