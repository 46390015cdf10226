/** What the attributes of objects are called and what they are for, in words of everyday. */
import type { AttributeDefinition } from '../api/object-kinds.ts'
import type { AttributeWordings } from './attribute-wordings.ts'
import { channelWordings } from './channel-wordings.ts'
import { listenerWordings } from './listener-wordings.ts'
import { managerWordings } from './manager-wordings.ts'
import { queueWordings } from './queue-wordings.ts'
import { subscriptionWordings } from './subscription-wordings.ts'
import { topicWordings } from './topic-wordings.ts'

const wordingsByKind: Readonly<Record<string, AttributeWordings>> = {
  queue: queueWordings,
  topic: topicWordings,
  sub: subscriptionWordings,
  listener: listenerWordings,
  channel: channelWordings,
  clntconn: channelWordings,
  qmgr: managerWordings,
}

const otherGroup = 'Other'

export function findWording(kind: string, keyword: string): { label: string; group: string; help: string } {
  const [label = keyword, group = otherGroup, help = ''] = wordingsByKind[kind]?.[keyword] ?? []
  return { label, group, help }
}

/** Attributes by the groups that they stand in; inside a group as the table has them. */
export function groupAttributes(
  kind: string,
  attributes: readonly AttributeDefinition[],
): [group: string, AttributeDefinition[]][] {
  const order = Object.keys(wordingsByKind[kind] ?? {})
  const place = ({ keyword }: AttributeDefinition) => {
    const found = order.indexOf(keyword)
    return found < 0 ? order.length : found
  }
  const sorted = [...attributes].sort((a, b) => place(a) - place(b))
  return [...Map.groupBy(sorted, ({ keyword }) => findWording(kind, keyword).group)]
}
