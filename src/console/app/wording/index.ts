/** Labels and help texts for the attributes of objects. */
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { t, translateServed } from '../../../ui/text/t.ts'
import wordings from './wordings.json' with { type: 'json' }

/** By kind of object and keyword: the label, the group and the help, in the order in which pages show them. */
const wordingsByKind: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = wordings

const otherGroup = t('Other')

export function findWording(kind: string, keyword: string): { label: string; group: string; help: string } {
  const texts = wordingsOf(kind)[keyword]?.map(translateServed) ?? []
  const [label = keyword, group = otherGroup, help = ''] = texts
  return { label, group, help }
}

/** Client channels have the texts of channels. */
function wordingsOf(kind: string) {
  return wordingsByKind[kind === 'clntconn' ? 'channel' : kind] ?? {}
}

/** Groups attributes and sorts them as in the table of wordings. */
export function groupAttributes(
  kind: string,
  attributes: readonly AttributeDefinition[],
): [group: string, AttributeDefinition[]][] {
  const order = Object.keys(wordingsOf(kind))
  const place = ({ keyword }: AttributeDefinition) => {
    const found = order.indexOf(keyword)
    return found < 0 ? order.length : found
  }
  const sorted = [...attributes].sort((a, b) => place(a) - place(b))
  return [...Map.groupBy(sorted, ({ keyword }) => findWording(kind, keyword).group)]
}
