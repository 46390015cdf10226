/** Long names break after their dots, slashes and underscores. */
import { Fragment, type ReactNode } from 'react'

/** Returns what an element gets that shows a name. Its label is without the places for line breaks, which are read as spaces. */
export function splitName(name: string): { 'aria-label': string; children: ReactNode } {
  const children = name.split(/(?<=[./_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
  return { 'aria-label': name, children }
}
