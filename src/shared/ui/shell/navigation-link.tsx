/**
 * A link of the navigation. Carbon takes the links of a navigation that is always open out of the order of Tab, and
 * marks the current one by a colour alone, which neither screen readers nor forced colours have.
 */
import { SideNavLink } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'
import type { ReactNode } from 'react'

export interface NavigationLinkProps {
  href: string
  /** Whether it leads to the current page. */
  isActive: boolean
  renderIcon: CarbonIconType
  children: ReactNode
}

export function NavigationLink(props: NavigationLinkProps) {
  return <SideNavLink tabIndex={0} aria-current={props.isActive ? 'page' : undefined} {...props} />
}
