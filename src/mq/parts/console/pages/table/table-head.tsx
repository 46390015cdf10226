/** The header row of a table of objects: the box that selects all rows, and the sortable column headers. */
import { TableSelectAll } from '@carbon/react'
import { ArrowDown, ArrowUp } from '@carbon/react/icons'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { ActionsHeaderCell } from '../../../../../shared/ui/table/data-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ObjectColumn, ObjectRow } from '../screens/object-screen.ts'
import { type ColumnWidths, clampColumnWidth, maxColumnWidth, minColumnWidth } from './column-widths.ts'
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
              aria-label={t('Select all in this list')}
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

/** The header of a column: a button that sorts by it, and a separator that changes its width. */
interface ColumnHeaderProps {
  column: ObjectColumn
  sorted: 'ascending' | 'descending' | 'none'
  sort(): void
  /** Changes the width. It is called for each movement of the pointer. */
  resize(width: number): void
}

/** The pixels by which an arrow key changes the width. */
const keyStep = 16

function ColumnHeader({ column, sorted, sort, resize }: ColumnHeaderProps) {
  const cell = useRef<HTMLTableCellElement>(null)
  const width = () => cell.current?.getBoundingClientRect().width ?? minColumnWidth

  function drag(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    const handle: HTMLElement = event.currentTarget
    const [from, before] = [event.clientX, width()]
    handle.setPointerCapture(event.pointerId)
    const ends = new AbortController()
    const { signal } = ends
    const move = (moved: globalThis.PointerEvent) => resize(clampColumnWidth(before + moved.clientX - from))
    handle.addEventListener('pointermove', move, { signal })
    for (const end of ['pointerup', 'pointercancel'] as const)
      handle.addEventListener(end, () => ends.abort(), { signal })
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0
    if (step === 0) return
    event.preventDefault()
    resize(clampColumnWidth(width() + step))
  }

  return (
    <th ref={cell} scope="col" aria-sort={sorted} className="list__head">
      <button type="button" className="list__sort" onClick={sort}>
        <span className="list__heading">{column.title}</span>
        {sorted === 'ascending' && <ArrowUp aria-hidden="true" />}
        {sorted === 'descending' && <ArrowDown aria-hidden="true" />}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('Width of the column {column}', { column: column.title })}
        aria-valuemin={minColumnWidth}
        aria-valuemax={maxColumnWidth}
        aria-valuenow={Math.round(cell.current?.offsetWidth ?? minColumnWidth)}
        className="list__separator"
        onPointerDown={drag}
        onKeyDown={press}
      />
    </th>
  )
}
