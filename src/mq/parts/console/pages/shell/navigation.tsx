/** The navigation at the side of the page: general pages, then the sections of the current queue manager. */
import { SideNavDivider, SideNavItems } from '@carbon/react'
import {
  Bot,
  Calendar,
  type CarbonIconType,
  Dashboard,
  DataVolume,
  DocumentMultiple_01,
  FolderDetailsReference,
  Home,
} from '@carbon/react/icons'
import { Suspense } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { NavigationLink } from '../../../../../shared/ui/shell/navigation-link.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import {
  buildTransferLink,
  type PageRoute,
  type TransferSection,
  transferSections,
  transferSectionTitles,
} from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { useLayout } from '../layout/layout-provider.tsx'
import { useCurrentManager } from './current-manager.tsx'

const transferIcons: Readonly<Record<TransferSection, CarbonIconType>> = {
  transfers: DocumentMultiple_01,
  schedules: Calendar,
  monitors: FolderDetailsReference,
  agents: Bot,
}

// Home needs none of their icons.
const ManagerLinks = lazyPart(() => import('./manager-links.tsx'))

function TransferLinks({ section }: { section: TransferSection | undefined }) {
  const { rights } = useSession()
  return (
    <>
      {rights.seeManagers && <SideNavDivider />}
      <li className="navigation__group">{t('File transfer')}</li>
      {transferSections.map((each) => (
        <NavigationLink
          key={each}
          href={buildTransferLink(each)}
          isActive={each === section}
          renderIcon={transferIcons[each]}
        >
          {transferSectionTitles[each]}
        </NavigationLink>
      ))}
    </>
  )
}

function GeneralLinks({ route }: { route: PageRoute }) {
  const { layout } = useLayout()
  return (
    <>
      {layout?.type === 'dashboards' ? (
        <NavigationLink
          href={buildHashLink('dashboards')}
          isActive={route.page === 'dashboards'}
          renderIcon={Dashboard}
        >
          {t('Dashboards')}
        </NavigationLink>
      ) : (
        <NavigationLink href={buildHashLink('home')} isActive={route.page === 'home'} renderIcon={Home}>
          {t('Home')}
        </NavigationLink>
      )}
      <NavigationLink href={buildHashLink('qmgr')} isActive={route.page === 'managers'} renderIcon={DataVolume}>
        {t('Queue managers')}
      </NavigationLink>
    </>
  )
}

export function Navigation({ route, manager: wanted }: { route: PageRoute; manager: string | undefined }) {
  const { isUnknown } = useCurrentManager()
  const manager = isUnknown ? undefined : wanted
  const { rights } = useSession()

  return (
    <SideNavItems>
      {rights.seeManagers && <GeneralLinks route={route} />}
      {rights.seeTransfers && <TransferLinks section={route.page === 'fileTransfer' ? route.section : undefined} />}
      {manager && (
        <Suspense>
          <ManagerLinks manager={manager} section={'section' in route ? route.section : undefined} />
        </Suspense>
      )}
    </SideNavItems>
  )
}
