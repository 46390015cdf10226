/** The table of a list: boxes that select, headers that sort, buttons at the end of a row. Cards on a narrow screen. */
import { TableSelectAll, TableSelectRow } from '@carbon/react'
import { ArrowDown, ArrowUp } from '@carbon/react/icons'
import type { ComponentProps, ReactNode } from 'react'
import { ChoiceSelect } from '../forms/choices.tsx'
import { formatNumber } from '../text/format.ts'
import { t } from '../text/t.ts'

/** A column: its title, and what a row shows in it. Numbers are formatted for the locale. */
export type Column<Row> = readonly [title: string, render: (row: Row) => ReactNode, more?: ColumnOptions]

export interface ColumnOptions {
  /** The id by which the list can be sorted. */
  sort?: string | undefined
  /** Whether the column takes the width that the others leave, with its text on one line. */
  grows?: boolean
}

/** The id of a column and the direction; in the order of the server when the column is empty. */
export type SortOrder = { column: string; descending: boolean }

export interface ListSelection<Row> {
  /** Returns the name of a row for the label of its box. */
  nameOf(row: Row): string
  has(row: Row): boolean
  select(rows: readonly Row[], isSelected: boolean): void
}

export interface ListTableProps<Row> {
  /** The name of the table for assistive technology. */
  label: string
  rows: readonly Row[]
  /** Returns what identifies a row. */
  keyOf(row: Row): string
  columns: readonly Column<Row>[]
  /** Renders the buttons at the end of a row; without it, the table has no column for them. */
  actions?: ((row: Row) => ReactNode) | false | undefined
  /** Whether the rows are low, as in a part of a page. */
  small?: boolean | undefined
  /** Without it, rows cannot be selected. */
  selection?: ListSelection<Row> | undefined
  sort?: SortOrder
  /** Sorts by a column. Without it, the rows cannot be sorted. */
  sortBy?: ((order: SortOrder) => void) | undefined
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, rows, keyOf, columns, actions, small, selection } = props
  return (
    <table className={`cds--data-table cds--data-table--${small ? 'sm' : 'md'} list__table`} aria-label={label}>
      <ListHead {...props} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={selection?.has(row) ? 'list__row cds--data-table--selected' : 'list__row'}>
            {selection && (
              <TableSelectRow
                id={`select-${keyOf(row)}`}
                name={`select-${keyOf(row)}`}
                aria-label={t('Select {name}', { name: selection.nameOf(row) })}
                checked={selection.has(row)}
                onSelect={() => selection.select([row], !selection.has(row))}
              />
            )}
            {columns.map(([title, render, more], index) => (
              <Cell key={title} label={index > 0 && title} content={render(row)} grows={more?.grows} />
            ))}
            {actions && <td className="list__menu">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ListHead<Row>({ rows, columns, actions, selection, sort = unsorted, sortBy }: ListTableProps<Row>) {
  const count = selection ? rows.filter(selection.has).length : 0
  const sortable = columns.flatMap(([title, , more]) => (more?.sort && sortBy ? [[more.sort, title] as const] : []))
  return (
    <thead className="list__thead">
      <tr>
        {selection && (
          <TableSelectAll
            id="select-all"
            name="select-all"
            aria-label={t('Select all of this page')}
            checked={count > 0 && count === rows.length}
            indeterminate={count > 0 && count < rows.length}
            onSelect={() => selection.select(rows, count < rows.length)}
          />
        )}
        {columns.map(([title, , more]) => (
          <HeaderCell key={title} title={title} id={sortBy && more?.sort} sort={sort} sortBy={sortBy} />
        ))}
        {sortable.length > 0 && (
          <th className="list__sort-by">
            <ChoiceSelect
              id="sort-by"
              size="sm"
              inline
              labelText={t('Sort by')}
              value={sort.column}
              choices={[['', t('Usual order')], ...sortable]}
              change={(column) => sortBy?.({ column, descending: false })}
            />
          </th>
        )}
        {actions && (
          <th>
            <span className="cds--visually-hidden">{t('Actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const unsorted: SortOrder = { column: '', descending: false }

interface HeaderCellProps extends Required<Pick<ListTableProps<never>, 'sort' | 'sortBy'>> {
  title: string
  /** The id of a column that can be sorted. */
  id: string | undefined
}

/** The header of a column: a button that sorts by it, and in the other direction when it is pressed again. */
function HeaderCell({ title, id, sort, sortBy }: HeaderCellProps) {
  if (id === undefined) return <th scope="col">{title}</th>
  const isSorted = sort.column === id
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className="list__head"
    >
      <button
        type="button"
        className="list__sort"
        onClick={() => sortBy?.({ column: id, descending: isSorted && !sort.descending })}
      >
        {title}
        {isSorted && (sort.descending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
      </button>
    </th>
  )
}

/** The number of characters up to which a text stays on one line. */
const shortText = 24

function findKind(content: ReactNode): string {
  if (typeof content !== 'string') return typeof content === 'number' ? 'list__number' : ''
  if (content.length <= shortText) return 'list__nowrap'
  return /\S{25}/.test(content) ? 'list__long' : '' // such as a path, which breaks anywhere
}

interface CellProps {
  /** The title of the column, which a narrow screen shows beside the value; false for the column of the names. */
  label: string | false
  content: ReactNode
  grows?: boolean | undefined
}

function Cell({ label, content, grows }: CellProps) {
  return (
    <td
      className={`${label === false ? 'list__main' : ''} ${grows ? 'list__rest' : findKind(content)}`}
      {...(label !== false && { 'data-label': label })}
      {...(grows && typeof content === 'string' && { title: content })}
    >
      {typeof content === 'number' ? formatNumber(content) : content}
    </td>
  )
}

/** A region in which a wide table scrolls, with the keyboard as well. */
export function ScrollRegion({ label, className = '', ...section }: ComponentProps<'section'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className={`list__scroll ${className}`} tabIndex={0} aria-label={label} {...section} />
  )
}
