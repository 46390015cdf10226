/** Shows labels and values as an HTML description list. */
import type { ReactNode } from 'react'

export type DescriptionItem = readonly [label: string, value: ReactNode]

export interface DescriptionListProps {
  facts: readonly DescriptionItem[]
  /** Whether the items stand side by side where there is room. */
  inColumns?: boolean
}

export function DescriptionList({ facts, inColumns = false }: DescriptionListProps) {
  return (
    <dl className={inColumns ? 'properties__list' : 'facts'}>
      {facts.map(([label, value]) => (
        <div key={label} className="property">
          <dt className="property__label">{label}</dt>
          <dd className="property__value">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
