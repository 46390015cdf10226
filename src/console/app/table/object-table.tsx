/**
 * A table of objects with search, filter, sorting, paging and chosen columns. It renders one page at a time and
 * searches with a deferred value, so that it stays fast with thousands of objects.
 */
import {
  Pagination,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableHeader,
  TableRow,
  TableSelectAll,
  TableSelectRow,
  TableToolbar,
  TableToolbarContent,
  TableToolbarSearch,
} from '@carbon/react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'

import { ActionsHeaderCell } from '../../../ui/table/table-header-row.tsx'
import type { ObjectColumn, ObjectRow } from '../screens/object-screen.ts'
import { arrangeRows } from './arrange-rows.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { ObjectCell } from './object-cell.tsx'
import { TableFilters } from './table-filters.tsx'
import { type RowSelection, useRowSelection } from './use-row-selection.ts'

export interface ObjectTableProps {
  title: string
  rows: readonly ObjectRow[]
  columns: readonly ObjectColumn[]
  allColumns: readonly ObjectColumn[]
  choose(ids: readonly string[]): void
  /** The types to filter by, with their titles. */
  types: readonly { type: string; title: string }[]
  /** Returns the URL of the page of an object. */
  to(row: ObjectRow): string
  /** Renders the menu of a row. */
  menu?(row: ObjectRow): ReactNode
  /** Renders the toolbar for the selected rows. Without it, rows cannot be selected. */
  batch?(selection: RowSelection): ReactNode
  /** Buttons at the end of the toolbar. */
  tools?: ReactNode
  empty: string
}

const pageSizes = [25, 50, 100]

export function ObjectTable(props: ObjectTableProps) {
  const { title, rows, columns, allColumns, choose, types, to, menu, batch, tools, empty } = props
  const [search, setSearch] = useState('')
  const [showSystem, setShowSystem] = useState(false)
  const [type, setType] = useState('')
  const [sort, setSort] = useState({ column: 'name', descending: false })
  const [page, setPage] = useState({ number: 1, size: 25 })

  const wanted = useDeferredValue(search)
  const arranged = useMemo(
    () => arrangeRows(rows, columns, { search: wanted, showSystem, type, sort }),
    [rows, columns, wanted, showSystem, type, sort],
  )
  const selection = useRowSelection(arranged)
  const pages = Math.max(1, Math.ceil(arranged.length / page.size))
  const number = Math.min(page.number, pages)
  const visible = arranged.slice((number - 1) * page.size, number * page.size)

  function sortBy(column: string) {
    setSort((before) => ({ column, descending: before.column === column && !before.descending }))
  }

  return (
    <TableContainer className="list">
      <TableToolbar aria-label={`Tools of ${title}`}>
        {batch?.(selection)}
        <TableToolbarContent aria-hidden={selection.rows.length > 0}>
          <TableToolbarSearch
            persistent
            labelText={`Search ${title}`}
            placeholder="Search"
            onChange={(event) => setSearch(event ? event.target.value : '')}
          />
          <TableFilters
            types={types}
            type={type}
            showSystem={showSystem}
            onType={setType}
            onShowSystem={setShowSystem}
          />
          <ColumnChooser columns={allColumns} chosen={columns} choose={choose} />
          {tools}
        </TableToolbarContent>
      </TableToolbar>
      <div className="list__scroll">
        <Table size="md" useZebraStyles={false} aria-label={title}>
          <TableHead>
            <TableRow>
              {batch && (
                <TableSelectAll
                  id="select-all"
                  name="select-all"
                  aria-label="Select all of this page"
                  checked={visible.length > 0 && visible.every(selection.has)}
                  indeterminate={visible.some(selection.has) && !visible.every(selection.has)}
                  onSelect={() => selection.toggleAll(visible)}
                />
              )}
              {columns.map(({ id, title: heading, numeric }) => (
                <TableHeader
                  key={id}
                  isSortable
                  isSortHeader={sort.column === id}
                  sortDirection={sort.column === id ? (sort.descending ? 'DESC' : 'ASC') : 'NONE'}
                  onClick={() => sortBy(id)}
                  className={numeric ? 'list__number' : ''}
                >
                  {heading}
                </TableHeader>
              ))}
              {menu && <ActionsHeaderCell />}
            </TableRow>
          </TableHead>
          <TableBody>
            {visible.map((row) => (
              <TableRow key={row.name}>
                {batch && (
                  <TableSelectRow
                    id={`select-${row.name}`}
                    name={`select-${row.name}`}
                    aria-label={`Select ${row.name}`}
                    checked={selection.has(row)}
                    onSelect={() => selection.toggle(row)}
                  />
                )}
                {columns.map((column) => (
                  <ObjectCell key={column.id} column={column} row={row} to={to} />
                ))}
                {menu && <TableCell className="list__menu">{menu(row)}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {arranged.length === 0 && (
        <p className="list__empty">{rows.length === 0 ? empty : 'Nothing matches.'}</p>
      )}
      <Pagination
        page={number}
        pageSize={page.size}
        pageSizes={pageSizes}
        totalItems={arranged.length}
        onChange={({ page: next, pageSize }) => setPage({ number: next, size: pageSize })}
      />
    </TableContainer>
  )
}
