/** What can be done with one object of a list. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { useState } from 'react'

import { run } from '../api/mqsc.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { useAction } from '../feedback/use-action.ts'
import { toObject } from '../routing/route.ts'
import { go } from '../routing/use-route.ts'
import { useSession } from '../session/session.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Action, isSystem, type ObjectScreen, type Row } from './screen.ts'

export interface RowMenuProps {
  manager: string
  screen: ObjectScreen
  row: Row
  changed(): void
}

export function RowMenu({ manager, screen, row, changed }: RowMenuProps) {
  const { rights } = useSession()
  const [asked, setAsked] = useState<Action | 'delete'>()
  const action = useAction({ tellsProblems: true })
  const actions = rights.change ? screen.actions.filter((each) => each.applies(row)) : []

  async function perform({ command, done }: Action) {
    setAsked(undefined)
    await action.run(() => run(manager, { ...command(row), name: row.name }), done, row.name)
    changed()
  }

  return (
    <>
      <OverflowMenu
        size="md"
        flipped
        aria-label={`Actions for ${row.name}`}
        iconDescription={`Actions for ${row.name}`}
      >
        {screen.tabs(row).map((tab) => (
          <OverflowMenuItem
            key={tab}
            itemText={tabTitles[tab]}
            onClick={() => go(toObject(manager, screen.section, row.name, tab))}
          />
        ))}
        {actions.map((each) => (
          <OverflowMenuItem
            key={each.id}
            itemText={each.title}
            onClick={() => (each.danger ? setAsked(each) : void perform(each))}
          />
        ))}
        {rights.change && (
          <OverflowMenuItem
            hasDivider
            isDelete
            itemText="Delete"
            disabled={isSystem(row.name)}
            onClick={() => setAsked('delete')}
          />
        )}
      </OverflowMenu>
      {asked === 'delete' && (
        <DeleteDialog
          manager={manager}
          screen={screen}
          row={row}
          close={() => setAsked(undefined)}
          deleted={changed}
        />
      )}
      {asked && asked !== 'delete' && (
        <ConfirmDialog
          title={`${asked.title}: ${row.name}`}
          action={asked.title}
          close={() => setAsked(undefined)}
          confirm={() => perform(asked)}
        />
      )}
    </>
  )
}

const tabTitles = {
  messages: 'View messages',
  properties: 'View properties',
  statistics: 'View statistics',
  publish: 'Publish',
  authority: 'Authority records',
} as const
