/** Labels and help texts for the attributes of objects. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import { isNamedKind, type NamedKind } from '../../kit/api/named-kinds.ts'
import wordings from './wordings.json' with { type: 'json' }

/**
 * The texts by kind of object and keyword, in the order of the pages: the label, the group, the help and the kind of object that the
 * value names, with `|` between them. `every` has the attributes of all kinds.
 */
const { every, ...ownWordings } = wordings
const wordingsByKind: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  // the order is that of `own`, then that of `every`
  Object.entries(ownWordings).map(([kind, own]) => [kind, { ...own, ...every, ...own }]),
)

const otherGroup = t('Other')

export interface Wording {
  label: string
  group: string
  help: string
  /** What the value names; undefined when it is no name of an object. */
  names: NamedKind | undefined
}

export function findWording(kind: string, keyword: string): Wording {
  const [label = keyword, group = otherGroup, help = '', names] = wordingsOf(kind)[keyword]?.split(' | ') ?? []
  return { label, group, help, names: isNamedKind(names) ? names : undefined }
}

/** Returns the texts of a kind. Client channels have the texts of channels. */
function wordingsOf(kind: string): Readonly<Record<string, string>> {
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
