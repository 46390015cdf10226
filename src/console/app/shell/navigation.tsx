/** The navigation at the side of the page: general pages, then the sections of the current queue manager. */
import { SideNavDivider, SideNavItems, SideNavLink } from '@carbon/react'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { buildManagerLink, managerSections, type PageRoute } from '../routing/page-route.ts'
import { sectionTitles } from './page-titles.ts'

export function Navigation({ route, manager }: { route: PageRoute; manager: string | undefined }) {
  const section = 'section' in route ? route.section : undefined

  return (
    <SideNavItems>
      <SideNavLink href={buildHashLink('home')} isActive={route.page === 'home'}>
        Home
      </SideNavLink>
      <SideNavLink href={buildHashLink('qmgr')} isActive={route.page === 'managers'}>
        Queue managers
      </SideNavLink>
      {manager && <SideNavDivider />}
      {manager && (
        <li className="navigation__group" title={manager}>
          {manager}
        </li>
      )}
      {manager &&
        managerSections.map((each) => (
          <SideNavLink key={each} href={buildManagerLink(manager, each)} isActive={each === section}>
            {sectionTitles[each]}
          </SideNavLink>
        ))}
    </SideNavItems>
  )
}
