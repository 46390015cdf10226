/** A short table without sorting and selection. */
import { Table, TableBody, TableCell, TableContainer, TableHead, TableHeader, TableRow } from '@carbon/react'
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx'
import { formatNumber } from '../text/format.ts'
import { t } from '../text/t.ts'

/** A column: its title, and what a row shows in it. Numbers are formatted for the locale. */
export type Column<Row> = readonly [title: string, render: (row: Row) => ReactNode]

export interface DataTableProps<Row> {
  /** The name of the table for assistive technology. */
  label: string
  /** The visible title; absent below a heading that says the same. */
  title?: string
  rows: readonly Row[]
  /** Returns what identifies a row. */
  keyOf(row: Row): string
  columns: readonly Column<Row>[]
  /** Renders the buttons at the end of a row; without it, the table has no column for them. */
  actions?: ((row: Row) => ReactNode) | false
  /** The text in the place of a table without rows, or the whole empty state. */
  empty?: string | EmptyStateProps
  /** Whether the rows are low, as in a part of a page. */
  small?: boolean
  /** Content above and below the table, in its frame. */
  head?: ReactNode
  children?: ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, title, rows, keyOf, columns, actions, empty, small, head, children } = props
  if (rows.length === 0 && typeof empty === 'object') return <EmptyState {...empty} />
  return (
    <TableContainer className="list" {...(title !== undefined && { title })}>
      {head}
      {rows.length === 0 && empty !== undefined && <p className="list__empty">{String(empty)}</p>}
      {(rows.length > 0 || empty === undefined) && (
        <ScrollRegion label={t('{label}, table', { label })}>
          <Table size={small ? 'sm' : 'md'} aria-label={label}>
            <TableHead>
              <TableRow>
                {columns.map(([heading]) => (
                  <TableHeader key={heading}>{heading}</TableHeader>
                ))}
                {actions && <ActionsHeaderCell />}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={keyOf(row)}>
                  {columns.map(([heading, render], index) => (
                    <Cell key={heading} label={index > 0 && heading} content={render(row)} />
                  ))}
                  {actions && <TableCell className="list__menu">{actions(row)}</TableCell>}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ScrollRegion>
      )}
      {children}
    </TableContainer>
  )
}

/** A region in which a wide table scrolls, with the keyboard as well. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="list__scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

/** A cell with the title of its column, which a narrow screen shows beside the value; false for the column of the names. */
export function Cell({ label, content }: { label: string | false; content: ReactNode }) {
  const place = label === false ? { className: 'list__main' } : { 'data-label': label }
  if (typeof content !== 'number') return <TableCell {...place}>{content}</TableCell>
  return (
    <TableCell {...place} className="list__number">
      {formatNumber(content)}
    </TableCell>
  )
}

/** The header of the column with the buttons of each row. */
export function ActionsHeaderCell() {
  return (
    <TableHeader>
      <span className="cds--visually-hidden">{t('Actions')}</span>
    </TableHeader>
  )
}
