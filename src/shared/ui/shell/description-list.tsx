/** Shows labels and values as an HTML description list. */
import type { ReactNode } from 'react'

export type DescriptionItem = readonly [label: string, value: ReactNode]

export interface DescriptionListProps {
  /** Items that are not there may be false. */
  facts: readonly (DescriptionItem | false | undefined | '')[]
  /** Whether the items stand side by side where there is room. */
  inColumns?: boolean
}

export function DescriptionList({ facts, inColumns = false }: DescriptionListProps) {
  return (
    <dl className={inColumns ? 'properties__list' : 'facts'}>
      {facts
        .filter((fact) => fact !== undefined && fact !== false && fact !== '')
        .map(([label, value]) => (
          <div key={label} className="property">
            <dt className="quiet">{label}</dt>
            <dd className="property__value">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
