/** Long names break after their dots, slashes and underscores. */
import { Fragment, type ReactNode } from 'react'

/** Returns the name with a place for a line break after each of its parts. */
export function splitName(name: string): ReactNode {
  return name.split(/(?<=[./_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
