/** The page that lists the objects of one kind. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { Download, Renew } from '@carbon/react/icons'
import { useState } from 'react'
import { ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { downloadFile } from '../../../../../shared/ui/files/download-file.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildObjectLink, sectionTitles } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { ConnectButton } from '../remote-managers/connect-button.tsx'
import { findObjectScreen } from '../screens/index.ts'
import { loadObjectRows, type ObjectRows } from '../screens/load-objects.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { sectionIcons } from '../shell/manager-links.tsx'
import { useChosenColumns } from '../table/column-chooser.tsx'
import { isInitialListState } from '../table/list-state.ts'
import { ObjectTable } from '../table/object-table.tsx'
import { useUrlListState } from '../table/use-list-state.ts'
import { useBatchActions } from './batch-actions.tsx'
import { CreateButton } from './create-button.tsx'
import { renderCsv } from './render-mqsc.ts'
import { useRowActions } from './use-row-actions.tsx'

export default function ObjectsPage({ manager, section }: { manager: string; section: string }) {
  const screen = findObjectScreen(section)
  const { rights } = useSession()
  const { chosen, choose } = useChosenColumns(screen.section, screen.columns)
  const list = useUrlListState()

  const key = `${manager}/${screen.section}/${chosen.map(({ id }) => id).join()}`
  const { value, problem, reload } = useResource<ObjectRows>(
    key,
    (signal, _, showFirst) => loadObjectRows(manager, screen, chosen, signal, showFirst),
    { intervalMs: 10_000 },
  )

  // The first rows of a long list are those that the page shows first only in the order of the server.
  const [showsFirst] = useState(() => isInitialListState(list.state))
  const isShown = value !== undefined && (value.total === undefined || showsFirst)

  const actions = useRowActions(manager, screen, reload)
  const batch = useBatchActions(manager, screen, reload)

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles[screen.section]} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!isShown && !problem && <LoadingIndicator />}
      {value && isShown && (
        <ObjectTable
          plural={screen.plural}
          singular={screen.singular}
          rows={value.rows}
          total={value.total}
          columns={chosen}
          list={list}
          chooser={{ all: screen.columns, choose }}
          types={screen.types}
          icon={sectionIcons[screen.section]}
          to={(row) => buildObjectLink(manager, screen.section, row.name)}
          menu={(row) => actions.renderMenu(row, value.mayCreate)}
          {...(rights.change && { batch: batch.list })}
          tools={(arranged) => (
            <>
              <ToolbarButton label={t('Refresh')} icon={Renew} onClick={reload} />
              <ExportMenu manager={manager} screen={screen} columns={chosen} rows={arranged} />
              {screen.section === 'channels' && value.mayCreate && <ConnectButton manager={manager} />}
              {rights.change && value.mayCreate && <CreateButton manager={manager} screen={screen} created={reload} />}
            </>
          )}
        />
      )}
      {actions.dialog}
      {batch.dialog}
    </>
  )
}

/** A menu that saves the shown rows of a list as a file: CSV with the shown columns, or MQSC that creates the objects. */
interface ExportMenuProps {
  manager: string
  screen: ObjectScreen
  columns: readonly ObjectColumn[]
  /** The rows that the search and the filter leave, in order. */
  rows: readonly ObjectRow[]
}

function ExportMenu({ manager, screen, columns, rows }: ExportMenuProps) {
  const action = useAction({ notifiesErrors: true })
  const name = `${manager} ${screen.plural}`
  const done = t('{count, plural, one {# {singular}} other {# {plural}}} exported', {
    count: rows.length,
    singular: screen.singular,
    plural: screen.plural,
  })

  async function exportMqsc() {
    const { loadDefineCommands } = await import('./restore-objects.ts')
    const names = rows.map((row) => row.name)
    const commands = names.length === 0 ? [] : await loadDefineCommands(manager, screen, names)
    downloadFile(`${name}.mqsc`, new Blob([commands.join('\n')], { type: 'text/plain' }))
  }

  return (
    <OverflowMenu flipped size="md" renderIcon={Download} aria-label={t('Export')} iconDescription={t('Export')}>
      <OverflowMenuItem
        itemText={t('As CSV')}
        onClick={() => downloadFile(`${name}.csv`, new Blob([renderCsv(columns, rows)], { type: 'text/csv' }))}
      />
      <OverflowMenuItem
        itemText={t('As MQSC')}
        onClick={() => void action.run(exportMqsc, done, undefined, t('As MQSC'))}
      />
    </OverflowMenu>
  )
}
