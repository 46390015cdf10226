/** Lists properties with their values, and marks values that differ from the default. */
import { Checkbox } from '@carbon/react'
import { useState } from 'react'
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { t } from '../../../ui/text/t.ts'
import type { ObjectAttributes } from '../api/mqsc.ts'
import { renderAttributeHelp } from '../attributes/attribute-rows.ts'
import { describeAttributeValue, renderAttributeText } from '../attributes/attribute-text.ts'
import { findWording, groupAttributes } from '../wording/index.ts'

export interface PropertyListProps {
  kind: string
  attributes: readonly AttributeDefinition[]
  current: ObjectAttributes
}

export function PropertyList({ kind, attributes, current }: PropertyListProps) {
  const [explained, setExplained] = useState(false)
  return (
    <>
      <Checkbox
        id="explained"
        labelText={t('Explain each property')}
        checked={explained}
        onChange={(_, { checked }) => setExplained(checked)}
      />
      {groupAttributes(kind, attributes).map(([group, some]) => (
        <section key={group} className="group">
          <h2 className="group__title">{group}</h2>
          <dl className="properties__list">
            {some.map((attribute) => (
              <Property
                key={attribute.keyword}
                kind={kind}
                attribute={attribute}
                current={current}
                explained={explained}
              />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

interface PropertyProps {
  kind: string
  attribute: AttributeDefinition
  current: ObjectAttributes
  explained: boolean
}

function Property({ kind, attribute, current, explained }: PropertyProps) {
  const { keyword, initial } = attribute
  const value = current[keyword.toLowerCase()]
  const differs = initial !== undefined && renderAttributeText(initial) !== renderAttributeText(value)

  return (
    <div className="property">
      <dt className="property__label">
        {findWording(kind, keyword).label} <span className="property__keyword">{keyword}</span>
        {explained && <span className="property__help">{renderAttributeHelp(kind, attribute)}</span>}
      </dt>
      <dd className={differs ? 'property__value property__value--own' : 'property__value'}>
        {describeAttributeValue(value)}
        {differs && (
          <span className="property__default">{t('default: {value}', { value: describeAttributeValue(initial) })}</span>
        )}
      </dd>
    </div>
  )
}
