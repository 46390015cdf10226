/** The name of a row as a link to its page. */
import { Link } from '@carbon/react'
import { splitName } from '../text/split-name.tsx'

export function NameLink({ to, children }: { to: string; children: string }) {
  return <Link className="list__name" href={to} {...splitName(children)} />
}
