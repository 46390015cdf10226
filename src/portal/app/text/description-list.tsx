/** Shows labels and values as an HTML description list. */
import type { ReactNode } from 'react'

export type DescriptionItem = readonly [label: string, value: ReactNode]

export function DescriptionList({ facts }: { facts: readonly DescriptionItem[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label} className="property">
          <dt className="property__label">{label}</dt>
          <dd className="property__value">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
