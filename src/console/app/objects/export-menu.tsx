/** A menu that saves the shown rows of a list as a file: CSV with the shown columns, or MQSC that creates the objects. */
import { MenuButton, MenuItem } from '@carbon/react'

import { useAction } from '../../../ui/feedback/use-action.ts'
import { displayObjects } from '../api/mqsc.ts'
import { loadObjectKind } from '../api/object-kinds.ts'
import { downloadText } from '../export/download-text.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { listTexts } from '../wording/list-texts.ts'
import { renderCsv } from './render-csv.ts'
import { renderDefineCommand } from './render-mqsc.ts'

export interface ExportMenuProps {
  manager: string
  screen: ObjectScreen
  columns: readonly ObjectColumn[]
  /** The rows that the search and the filter leave, in order. */
  rows: readonly ObjectRow[]
}

export function ExportMenu({ manager, screen, columns, rows }: ExportMenuProps) {
  const action = useAction({ notifiesErrors: true })
  const name = `${manager} ${screen.plural}`
  const done = listTexts.exported(rows.length, screen.singular, screen.plural)

  async function exportMqsc() {
    const { kind: kindName, qualifier, key } = screen
    const [kind, objects] = await Promise.all([
      loadObjectKind(kindName),
      displayObjects(manager, { qualifier, name: '*', responseParameters: ['all'] }),
    ])
    const wanted = new Set(rows.map((row) => row.name))
    const commands = objects.flatMap(({ parameters = {} }) =>
      wanted.has(String(parameters[key])) ? [renderDefineCommand(screen, kind, parameters)] : [],
    )
    downloadText(`${name}.mqsc`, 'text/plain', commands.join('\n'))
  }

  return (
    <MenuButton kind="ghost" label={listTexts.export} disabled={rows.length === 0 || action.busy}>
      <MenuItem
        label={listTexts.exportCsv}
        onClick={() => downloadText(`${name}.csv`, 'text/csv', renderCsv(columns, rows))}
      />
      <MenuItem
        label={listTexts.exportMqsc}
        onClick={() => void action.run(exportMqsc, done, undefined, listTexts.exportMqsc)}
      />
    </MenuButton>
  )
}
