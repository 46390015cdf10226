import { useMemo } from 'react'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import type { Widget } from '../../contract/layout.ts'
import { buildObjectLink } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { CreateButton } from '../objects/create-button.tsx'
import { useRowActions } from '../objects/use-row-actions.tsx'
import { loadObjectRows } from '../screens/load-objects.ts'
import type { ObjectColumn, ObjectScreen } from '../screens/object-screen.ts'
import { ObjectTable } from '../table/object-table.tsx'
import { useLocalListState } from '../table/use-list-state.ts'

export function ObjectsWidget({ widget, screen }: { widget: Widget; screen: ObjectScreen }) {
  const { manager, showSystem } = widget
  const { rights } = useSession()
  const columns = useMemo(() => findWidgetColumns(screen), [screen])
  const list = useLocalListState({ showSystem })
  const load = (signal: AbortSignal) => loadObjectRows(manager, screen, columns, signal)
  const resource = useResource(`${manager}/${screen.section}`, load, { intervalMs: 10_000 })
  const actions = useRowActions(manager, screen, resource.reload)

  return (
    <>
      <Loaded resource={resource} small>
        {(value) => (
          <ObjectTable
            embedded
            plural={screen.plural}
            singular={screen.singular}
            rows={value.rows}
            columns={columns}
            list={list}
            types={screen.types}
            to={(row) => buildObjectLink(manager, screen.section, row.name)}
            menu={(row) => actions.renderMenu(row, value.mayCreate)}
            tools={() =>
              rights.change &&
              value.mayCreate && <CreateButton size="sm" manager={manager} screen={screen} created={resource.reload} />
            }
          />
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

const maxColumns = 4

/** The columns that a widget leaves out, because they are long or never change. */
const omitted = new Set(['descr'])

/** Chooses the columns of a list inside a widget: the name and what changes most. */
function findWidgetColumns({ columns }: ObjectScreen): readonly ObjectColumn[] {
  return columns.filter(({ id, optional }) => !optional && !omitted.has(id)).slice(0, maxColumns)
}
