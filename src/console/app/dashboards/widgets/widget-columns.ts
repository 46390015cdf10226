/** Chooses the columns of a list inside a widget: the name and what changes most. */
import type { ObjectColumn, ObjectScreen } from '../../screens/object-screen.ts'

const maxColumns = 4

/** The columns that a widget leaves out, because they are long or never change. */
const omitted = new Set(['descr'])

export function findWidgetColumns({ columns }: ObjectScreen): readonly ObjectColumn[] {
  return columns.filter(({ id, optional }) => !optional && !omitted.has(id)).slice(0, maxColumns)
}
