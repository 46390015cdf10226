/** The name of a row as a link to its page. */
import { Link } from '@carbon/react'
import type { ReactNode } from 'react'

export function NameLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="list__name" href={to}>
      {children}
    </Link>
  )
}
