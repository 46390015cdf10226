/** The name of a row as a link to its page. */
import { Link } from '@carbon/react'
import { Fragment } from 'react'

export function NameLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="list__name" href={to}>
      {children.split(/(?<=[./_])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </Link>
  )
}
