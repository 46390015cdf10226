/** The header row of a table of objects: the box that selects all rows, and the sortable column headers. */
import { TableSelectAll } from '@carbon/react'
import { useRef } from 'react'

import { ActionsHeaderCell } from '../../../ui/table/table-header-row.tsx'
import type { ObjectColumn, ObjectRow } from '../screens/object-screen.ts'
import { listTexts } from '../wording/list-texts.ts'
import { ColumnHeader } from './column-header.tsx'
import type { ColumnWidths } from './column-widths.ts'
import type { ListState } from './list-state.ts'
import type { RowSelection } from './use-row-selection.ts'

export interface TableHeadProps {
  columns: readonly ObjectColumn[]
  rows: readonly ObjectRow[]
  widths: ColumnWidths
  selection: RowSelection
  sort: ListState['sort']
  selects: boolean
  hasMenu: boolean
  sortBy(sort: ListState['sort']): void
  resize(widths: ColumnWidths): void
}

export function TableHead(props: TableHeadProps) {
  const { columns, rows, widths, selection, sort, selects, hasMenu, sortBy, resize } = props
  const head = useRef<HTMLTableRowElement>(null)
  const areAll = rows.length > 0 && selection.rows.length === rows.length

  /** The other columns keep the width that they have, so that only one column changes. */
  function resizeColumn(id: string, width: number) {
    const cells = [...(head.current?.cells ?? [])].slice(selects ? 1 : 0)
    const measured = columns.map((column, index) => [
      column.id,
      widths[column.id] ?? cells[index]?.offsetWidth ?? width,
    ])
    resize({ ...Object.fromEntries(measured), [id]: width })
  }

  return (
    <>
      <colgroup>
        {selects && <col className="list__select" />}
        {columns.map(({ id }) => (
          <col key={id} style={widths[id] === undefined ? {} : { width: widths[id] }} />
        ))}
        {hasMenu && <col className="list__menu" />}
      </colgroup>
      <thead className="list__thead">
        <tr ref={head} aria-rowindex={1}>
          {selects && (
            <TableSelectAll
              id="select-all"
              name="select-all"
              aria-label={listTexts.selectAll}
              checked={areAll}
              indeterminate={selection.rows.length > 0 && !areAll}
              onSelect={() => selection.toggleAll(rows)}
            />
          )}
          {columns.map((column) => {
            const isSorted = sort.column === column.id
            return (
              <ColumnHeader
                key={column.id}
                column={column}
                sorted={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
                sort={() => sortBy({ column: column.id, descending: isSorted && !sort.descending })}
                resize={(width) => resizeColumn(column.id, width)}
              />
            )
          })}
          {hasMenu && <ActionsHeaderCell />}
        </tr>
      </thead>
    </>
  )
}
