/** Properties to read: the label, the value, and whether it is the default. */
import { Checkbox } from '@carbon/react'
import { useState } from 'react'

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
  const [explained, setExplained] = useState(false)
  return (
    <>
      <Checkbox
        id="explained"
        labelText="Explain each property"
        checked={explained}
        onChange={(_, { checked }) => setExplained(checked)}
      />
      {grouped(kind, attributes).map(([group, some]) => (
        <section key={group} className="group">
          <h2 className="group__title">{group}</h2>
          <dl className="properties__list">
            {some.map((attribute) => (
              <Property key={attribute.keyword} {...{ kind, attribute, current, explained }} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

interface PropertyProps {
  kind: string
  attribute: Attribute
  current: Attributes
  explained: boolean
}

function Property({ kind, attribute, current, explained }: PropertyProps) {
  const { keyword, initial } = attribute
  const value = current[keyword.toLowerCase()]
  const differs = initial !== undefined && toText(initial) !== toText(value)

  return (
    <div className="property">
      <dt className="property__label">
        {wordsOf(kind, keyword).label} <span className="property__keyword">{keyword}</span>
        {explained && <span className="property__help">{helpOf(kind, attribute)}</span>}
      </dt>
      <dd className={differs ? 'property__value property__value--own' : 'property__value'}>
        {inWords(value)}
        {differs && <span className="property__default">default: {inWords(initial)}</span>}
      </dd>
    </div>
  )
}
