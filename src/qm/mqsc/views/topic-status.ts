/** DISPLAY TPSTATUS: the nodes of the topic tree, and with TYPE(SUB) or TYPE(PUB) who subscribes and publishes there. */

import { kinds } from '../../objects/index.ts'
import { columnsOf } from '../../objects/kind.ts'
import { choice, integer, text } from '../../objects/values.ts'
import type { PublisherStatus, TopicStatus } from '../../runtime.ts'
import { type Call, textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { type Column, objectNotFound, type Row, type Values, type View } from '../display.ts'
import { authorize } from '../subject.ts'
import { statusColumns, statusOf } from './subscription-status.ts'

const count = integer(0, 999_999_999)
const inherited = columnsOf(kinds.topic)

export const topicStatus: View = {
  message: 'AMQ8754I',
  name: 'required',
  nameValue: text(10_240),
  arguments: [{ keyword: 'TYPE', value: choice('TOPIC', 'SUB', 'PUB') }],
  columns: [
    { keyword: 'TOPICSTR', value: text(10_240) },
    { keyword: 'ADMIN', value: text(48) },
    ...['CLUSTER', 'COMMINFO', 'MDURMDL', 'MNDURMDL', 'CAPEXPRY', 'CLROUTE'].map(column),
    ...['DEFPSIST', 'DEFPRTY', 'DEFPRESP', 'DURSUB', 'PUB', 'SUB', 'PMSGDLV', 'NPMSGDLV'].map(column),
    { keyword: 'RETAINED', value: choice('YES', 'NO') },
    { keyword: 'PUBCOUNT', value: count },
    { keyword: 'SUBCOUNT', value: count },
    ...['PUBSCOPE', 'SUBSCOPE', 'MCAST', 'USEDLQ'].map(column),
    ...statusColumns,
    { keyword: 'LPUBDATE', value: text(12) },
    { keyword: 'LPUBTIME', value: text(8) },
    { keyword: 'MCASTREL', value: text(16) },
    { keyword: 'NUMPUBS', value: count },
  ],
  head: ['TOPICSTR'],
  missing: objectNotFound,

  rows(call) {
    authorize(call, 'qmgr', call.runtime.name, 'DSP')
    const pattern = call.name ?? '#'
    return call.runtime.topics.status(pattern).flatMap((node) => rowsOf(call, node))
  },
}

function rowsOf(call: Call, node: TopicStatus): Row[] {
  switch (textOf(call, 'TYPE')) {
    case 'SUB':
      return node.subscriptions.flatMap((name) => {
        const object = call.runtime.objects.find('sub', name)
        const values = object && statusOf(call.runtime, object)
        return values ? [{ values: { ...values, TOPICSTR: node.topicString } }] : []
      })
    case 'PUB':
      return node.publishers.map((publisher) => ({ values: publisherValues(node, publisher) }))
    default:
      return [{ values: nodeValues(node) }]
  }
}

function publisherValues({ topicString }: TopicStatus, publisher: PublisherStatus): Values {
  return {
    TOPICSTR: topicString,
    ACTCONN: publisher.connection,
    LPUBDATE: renderDate(publisher.lastPublication),
    LPUBTIME: renderTime(publisher.lastPublication),
    MCASTREL: ' , ', // multicast alone samples how much of it arrives
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

function column(keyword: string): Column {
  return inherited.find((each) => each.keyword === keyword) as Column
}
