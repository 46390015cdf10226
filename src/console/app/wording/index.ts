/** Labels and help texts for the attributes of objects. */
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { t } from '../../../ui/text/t.ts'
import { authinfoWordings } from './authinfo-wordings.ts'
import { channelWordings } from './channel-wordings.ts'
import {
  type AttributeWordings,
  listenerWordings,
  namelistWordings,
  processWordings,
  serviceWordings,
} from './definition-wordings.ts'
import { managerWordings } from './manager-wordings.ts'
import { queueWordings } from './queue-wordings.ts'
import { subscriptionWordings, topicWordings } from './topic-wordings.ts'

const wordingsByKind: Readonly<Record<string, AttributeWordings>> = {
  queue: queueWordings,
  topic: topicWordings,
  sub: subscriptionWordings,
  listener: listenerWordings,
  channel: channelWordings,
  clntconn: channelWordings,
  qmgr: managerWordings,
  authinfo: authinfoWordings,
  process: processWordings,
  namelist: namelistWordings,
  service: serviceWordings,
}

const otherGroup = t('Other')

export function findWording(kind: string, keyword: string): { label: string; group: string; help: string } {
  const [label = keyword, group = otherGroup, help = ''] = wordingsByKind[kind]?.[keyword] ?? []
  return { label, group, help }
}

/** Groups attributes and sorts them as in the table of wordings. */
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
