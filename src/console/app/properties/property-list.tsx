/** Properties to read: the label, the value, and whether it is the default. */
import type { Attribute } from '../api/kinds.ts'
import type { Attributes } from '../api/mqsc.ts'
import { helpOf } from '../attributes/field.tsx'
import { inWords, toText } from '../attributes/text.ts'
import { grouped, wordsOf } from '../words/index.ts'

export interface PropertyListProps {
  kind: string
  attributes: readonly Attribute[]
  current: Attributes
}

export function PropertyList({ kind, attributes, current }: PropertyListProps) {
  return grouped(kind, attributes).map(([group, some]) => (
    <section key={group} className="group">
      <h2 className="group__title">{group}</h2>
      <dl className="properties__list">
        {some.map((attribute) => (
          <Property key={attribute.keyword} kind={kind} attribute={attribute} current={current} />
        ))}
      </dl>
    </section>
  ))
}

function Property({ kind, attribute, current }: { kind: string; attribute: Attribute; current: Attributes }) {
  const { keyword, initial } = attribute
  const value = current[keyword.toLowerCase()]
  const differs = initial !== undefined && toText(initial) !== toText(value)

  return (
    <div className="property" title={helpOf(kind, attribute)}>
      <dt className="property__label">
        {wordsOf(kind, keyword).label} <span className="property__keyword">{keyword}</span>
      </dt>
      <dd className={differs ? 'property__value property__value--own' : 'property__value'}>
        {inWords(value)}
        {differs && <span className="property__default">default: {inWords(initial)}</span>}
      </dd>
    </div>
  )
}
