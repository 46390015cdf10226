/** A list whose rows are all loaded. Above 50 rows it has a search and pages. */
import { TableContainer, TableToolbar, TableToolbarContent } from '@carbon/react'
import { type ReactNode, useMemo, useState } from 'react'
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx'
import { t } from '../text/t.ts'
import { ListPages, rowsPerPage, takePage } from './list-pages.tsx'
import { findRows, ListSearch } from './list-search.tsx'
import { type Column, ListTable, type ListTableProps, ScrollRegion } from './list-table.tsx'

export type { Column }

export interface DataTableProps<Row>
  extends Pick<ListTableProps<Row>, 'label' | 'rows' | 'keyOf' | 'actions' | 'small'> {
  /** The visible title; absent below a heading that says the same. */
  title?: string
  /** The columns; the search covers their texts. */
  columns: readonly Column<Row>[]
  /** The text in the place of a table without rows, or the whole empty state. */
  empty?: string | EmptyStateProps
  /** The label and the placeholder of a search that the list always has. */
  search?: readonly [label: string, placeholder: string]
  /** Content beside the search. */
  tools?: ReactNode
  /** Content below the table, in its frame. */
  children?: ReactNode
  /** Renders the rows of a page in another form than a table. */
  renderRows?(rows: readonly Row[]): ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, title, rows, columns, empty, search: words, tools, children, renderRows, ...table } = props
  const [search, setSearch] = useState('')
  const [wanted, setPage] = useState(0)
  const isLong = rows.length > rowsPerPage
  const hasSearch = isLong || words !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers build the same columns for each rendering
  const found = useMemo(() => (hasSearch ? findRows(rows, columns, search) : rows), [hasSearch, rows, search])
  const { page, shown } = takePage(found, wanted)

  if (rows.length === 0 && typeof empty === 'object') return <EmptyState {...empty} />
  return (
    <TableContainer className={renderRows ? 'list list--free' : 'list'} {...(title !== undefined && { title })}>
      {hasSearch && (
        <TableToolbar aria-label={t('Tools of {plural}', { plural: label })}>
          <TableToolbarContent>
            <ListSearch
              value={search}
              label={words?.[0] ?? t('Search')}
              placeholder={words?.[1]}
              change={(text) => {
                setSearch(text)
                setPage(0)
              }}
            />
            {tools}
          </TableToolbarContent>
        </TableToolbar>
      )}
      {shown.length === 0 && (hasSearch || empty !== undefined) && (
        <p className="list__empty">{hasSearch ? t('Nothing matches.') : String(empty)}</p>
      )}
      {shown.length > 0 && renderRows?.(shown)}
      {!renderRows && (shown.length > 0 || (!hasSearch && empty === undefined)) && (
        <ScrollRegion label={t('{label}, table', { label })}>
          <ListTable label={label} rows={shown} columns={columns} {...table} />
        </ScrollRegion>
      )}
      {isLong && <ListPages page={page} shown={shown.length} total={found.length} setPage={setPage} />}
      {children}
    </TableContainer>
  )
}
