/** What the attributes of objects are called and what they are for, in words of everyday. */
import type { Attribute } from '../api/kinds.ts'
import { channelWords } from './channel.ts'
import { listenerWords } from './listener.ts'
import { managerWords } from './manager.ts'
import { queueWords } from './queue.ts'
import { subscriptionWords } from './subscription.ts'
import { topicWords } from './topic.ts'

/** By keyword: the label, the group it stands in, and what it is for. The groups are shown in the order of the table. */
export type Words = Readonly<Record<string, readonly [label: string, group: string, help: string]>>

const words: Readonly<Record<string, Words>> = {
  queue: queueWords,
  topic: topicWords,
  sub: subscriptionWords,
  listener: listenerWords,
  channel: channelWords,
  clntconn: channelWords,
  qmgr: managerWords,
}

const otherGroup = 'Other'

export function wordsOf(kind: string, keyword: string): { label: string; group: string; help: string } {
  const [label = keyword, group = otherGroup, help = ''] = words[kind]?.[keyword] ?? []
  return { label, group, help }
}

/** Attributes by the groups that they stand in; inside a group as the table has them. */
export function grouped(kind: string, attributes: readonly Attribute[]): [group: string, Attribute[]][] {
  const order = Object.keys(words[kind] ?? {})
  const place = ({ keyword }: Attribute) => {
    const found = order.indexOf(keyword)
    return found < 0 ? order.length : found
  }
  const sorted = [...attributes].sort((a, b) => place(a) - place(b))
  return [...Map.groupBy(sorted, ({ keyword }) => wordsOf(kind, keyword).group)]
}
