/** The menu of one row: its tabs and actions. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'

import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { buildObjectLink } from '../routing/page-route.ts'
import {
  isProtectedObject,
  type ObjectAction,
  type ObjectRow,
  type ObjectScreen,
} from '../screens/object-screen.ts'
import { useSession } from '../session/session.tsx'

export interface RowMenuProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  choose(action: ObjectAction | 'delete'): void
}

export function RowMenu({ manager, screen, row, choose }: RowMenuProps) {
  const { rights } = useSession()
  const tabs = screen.tabs(row).filter((tab) => rights.browse || tab !== 'messages')
  const actions = rights.change ? screen.actions.filter((each) => each.applies(row)) : []
  const label = `Actions for ${row.name}`

  return (
    <OverflowMenu size="md" flipped aria-label={label} iconDescription={label}>
      {tabs.map((tab) => (
        <OverflowMenuItem
          key={tab}
          itemText={tabTitles[tab]}
          onClick={() => navigate(buildObjectLink(manager, screen.section, row.name, tab))}
        />
      ))}
      {actions.map((each) => (
        <OverflowMenuItem key={each.id} itemText={each.title} onClick={() => choose(each)} />
      ))}
      {rights.change && (
        <OverflowMenuItem
          hasDivider
          isDelete
          itemText="Delete"
          disabled={isProtectedObject(row.name)}
          onClick={() => choose('delete')}
        />
      )}
    </OverflowMenu>
  )
}

const tabTitles = {
  messages: 'View messages',
  properties: 'View properties',
  statistics: 'View statistics',
  publish: 'Publish',
  authority: 'Authority records',
} as const
