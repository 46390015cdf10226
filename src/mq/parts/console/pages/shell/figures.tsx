/** Shows a few large numbers with their labels, side by side. */
import type { ReactNode } from 'react'

/** The label, the value, and what stands below it. */
export type Figure = readonly [label: string, value: ReactNode, more?: ReactNode]

/** Figures that are not there may be false. */
export function Figures({ figures }: { figures: readonly (Figure | false | undefined | '')[] }) {
  return (
    <dl className="figures">
      {figures
        .filter((figure) => figure !== undefined && figure !== false && figure !== '')
        .map(([label, value, more]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {more && <dd>{more}</dd>}
          </div>
        ))}
    </dl>
  )
}
