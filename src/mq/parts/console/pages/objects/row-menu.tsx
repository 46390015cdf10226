/** The menu of one row: its tabs and actions. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { MenuAction } from '../../../../../shared/ui/feedback/menu-action.tsx'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildObjectLink } from '../../kit/routing/page-route.ts'
import { mayChange, maySeeTab } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { isProtectedObject, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'
import type { RowAction } from './use-row-actions.tsx'

export interface RowMenuProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  /** Whether the user may create objects of this kind. */
  mayCreate: boolean
  choose(action: RowAction): void
}

export function RowMenu({ manager, screen, row, mayCreate, choose }: RowMenuProps) {
  const { rights } = useSession()
  const tabs = screen.tabs(row).filter((tab) => maySeeTab(rights, row, tab))
  const actions = screen.actions.filter(
    (each) => each.applies(row) && !each.findObstacle?.(row) && mayChange(rights, row, each.authority),
  )
  const isEmpty = tabs.length + actions.length === 0 && !mayChange(rights, row, 'DLT')
  const label = t('Actions for {name}', { name: row.name })

  if (isEmpty) return null
  return (
    <OverflowMenu size="md" flipped aria-label={label} iconDescription={label}>
      {tabs.map((tab) => (
        <OverflowMenuItem
          key={tab}
          itemText={tabTitles[tab]}
          onClick={() => navigate(buildObjectLink(manager, screen.section, row.name, tab))}
        />
      ))}
      {screen.accepts?.(row) && mayChange(rights, row, 'PUT') && (
        <OverflowMenuItem itemText={t('Put message')} onClick={() => choose('put')} />
      )}
      {actions.map((each) => (
        <OverflowMenuItem key={each.id} itemText={each.title} onClick={() => choose(each)} />
      ))}
      {rights.change && mayCreate && screen.types.some(({ type }) => type === row.type) && (
        <OverflowMenuItem itemText={t('Create like')} onClick={() => choose('like')} />
      )}
      {mayChange(rights, row, 'DLT') && (
        <MenuAction
          hasDivider
          isDelete
          itemText={t('Delete')}
          reason={isProtectedObject(row.name) && t('The queue manager needs it.')}
          onClick={() => choose('delete')}
        />
      )}
    </OverflowMenu>
  )
}

const tabTitles = {
  channel: t('View status'),
  messages: t('View messages'),
  properties: t('View properties'),
  statistics: t('View statistics'),
  publish: t('Publish'),
  authority: t('Authority records'),
} as const
