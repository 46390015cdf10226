/** A region in which a wide table scrolls, with the keyboard as well. */
import type { ReactNode } from 'react'

export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="list__scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
