/** A table of objects with search, filters, pages and chosen columns. */
import { Button, TableContainer, TableToolbar, TableToolbarContent, Tag } from '@carbon/react'
import { type CarbonIconType, Row, RowCollapse } from '@carbon/react/icons'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { ListPages, rowsPerPage, takePage } from '../../../../../shared/ui/table/list-pages.tsx'
import { ListSearch } from '../../../../../shared/ui/table/list-search.tsx'
import { type Column, ListTable, ScrollRegion } from '../../../../../shared/ui/table/list-table.tsx'
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { useSession } from '../../kit/session/session.tsx'
import { changeSelection } from '../../kit/table/change-selection.ts'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { isSystemObject, type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'
import { BatchBar, type BatchBarAction } from './batch-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { initialListState } from './list-state.ts'
import { TableFilters } from './table-filters.tsx'
import { useArrangedRows } from './use-arranged-rows.ts'
import type { ListStateHandle } from './use-list-state.ts'

export interface ObjectTableProps {
  /** The names of the objects within a sentence: `queues`, `queue`. */
  plural: string
  singular: string
  rows: readonly ObjectRow[]
  /** The number of all objects, while `rows` contains only the first ones. */
  total?: number | undefined
  columns: readonly ObjectColumn[]
  list: ListStateHandle
  /** Lets the user choose columns. Without it, the columns are fixed. */
  chooser?: { all: readonly ObjectColumn[]; choose(ids: readonly string[]): void }
  /** The types to filter by, with their titles. */
  types: readonly { type: string; title: string; summary?: string }[]
  /** The picture of an empty list. */
  icon?: CarbonIconType
  /** Returns the URL of the page of an object. */
  to(row: ObjectRow): string
  /** Renders the menu of a row. */
  menu?(row: ObjectRow): ReactNode
  /** Returns the actions on the selected rows. Without it, rows cannot be selected. */
  batch?(rows: readonly ObjectRow[]): readonly BatchBarAction[]
  /** Renders buttons at the end of the toolbar. It gets the rows in order. */
  tools?(arranged: readonly ObjectRow[]): ReactNode
  /** The table is a part of a page: its height is limited, and it stores no scroll position. */
  embedded?: boolean
}

const noRows: readonly ObjectRow[] = []
const nothing: ReadonlySet<string> = new Set()

export function ObjectTable(props: ObjectTableProps) {
  const { plural, singular, rows, columns, list, to, menu, batch, embedded = false, total } = props
  const { state, change } = list
  const [density, setDensity] = useLocalPreference<'roomy' | 'dense'>('density', 'roomy')
  const { found, isBehind } = useArrangedRows(rows, columns, state)
  const isPartial = total !== undefined || isBehind
  const isReady = found !== undefined && (!isPartial || found.length > 0)
  const arranged = found ?? noRows
  const { page, shown } = takePage(arranged, state.page)
  const [names, setNames] = useState(nothing)
  const region = useKeptScroll(!embedded && isReady, page)
  const countable = useMemo(
    () =>
      state.showSystem || arranged.some(({ name }) => isSystemObject(name))
        ? rows.length
        : rows.filter(({ name }) => !isSystemObject(name)).length,
    [rows, arranged, state.showSystem],
  )

  return (
    <TableContainer className={embedded ? 'list list--embedded' : 'list'}>
      <Toolbar
        table={props}
        isDense={density === 'dense'}
        setDense={(isDense) => setDensity(isDense ? 'dense' : 'roomy')}
        arranged={arranged}
        names={names}
        setNames={setNames}
      />
      <ScrollRegion
        ref={region}
        className={`list__scroll--tall${embedded || density === 'dense' ? ' list__scroll--dense' : ''}`}
        label={plural}
        onClickCapture={() => !embedded && saveScroll(region.current)}
      >
        <ListTable
          label={plural}
          rows={shown}
          keyOf={({ name }) => name}
          columns={columns.map((column) => buildColumn(column, to))}
          actions={menu}
          selection={
            batch && {
              nameOf: ({ name }) => name,
              has: ({ name }) => names.has(name),
              select: (some, isSelected) =>
                setNames((before) =>
                  changeSelection(
                    before,
                    some.map(({ name }) => name),
                    isSelected,
                  ),
                ),
            }
          }
          sort={state.sort}
          sortBy={(sort) => change({ sort })}
        />
        {isReady && arranged.length === 0 && countable > 0 && (
          <NothingMatches reset={() => change({ ...initialListState, sort: state.sort })} />
        )}
        {countable === 0 && arranged.length === 0 && !isPartial && <NoObjects {...props} />}
      </ScrollRegion>
      <div className={isReady ? 'list__foot' : 'list__foot list__foot--waiting'}>
        <p className="list__count" role="status">
          {isReady &&
            (isPartial
              ? t('The first {shown} {plural}. The others are loading.', { shown: arranged.length, plural })
              : describeCount(arranged.length, countable, singular, plural))}
        </p>
        {arranged.length > rowsPerPage && (
          <ListPages
            page={page}
            shown={shown.length}
            total={arranged.length}
            setPage={(next) => change({ page: next })}
          />
        )}
      </div>
    </TableContainer>
  )
}

interface ToolbarProps {
  table: ObjectTableProps
  isDense: boolean
  setDense(isDense: boolean): void
  /** The rows that the search and the filter leave, in order. */
  arranged: readonly ObjectRow[]
  /** The names of the selected rows. */
  names: ReadonlySet<string>
  setNames(names: ReadonlySet<string>): void
}

function Toolbar({ table, isDense, setDense, arranged, names, setNames }: ToolbarProps) {
  const { plural, columns, list, chooser, types, batch, tools, embedded = false } = table
  const { state, change } = list
  const selected = names.size === 0 ? noRows : arranged.filter(({ name }) => names.has(name))
  return (
    <TableToolbar aria-label={t('Tools of {plural}', { plural })} size={embedded ? 'sm' : 'lg'}>
      {batch && (
        <BatchBar
          count={selected.length}
          total={arranged.length}
          actions={batch(selected)}
          selectAll={() => setNames(new Set(arranged.map(({ name }) => name)))}
          clear={() => setNames(nothing)}
        />
      )}
      <TableToolbarContent inert={selected.length > 0}>
        <ListSearch
          value={state.search}
          label={t('Search {plural}', { plural })}
          placeholder={t('Search, or a name with * such as APP.*')}
          change={(search) => change({ search })}
        />
        <TableFilters types={types} list={list} />
        {chooser && <ColumnChooser columns={chooser.all} chosen={columns} choose={chooser.choose} />}
        {!embedded && (
          <ToolbarButton
            label={isDense ? t('Roomy rows') : t('Dense rows')}
            icon={isDense ? Row : RowCollapse}
            onClick={() => setDense(!isDense)}
          />
        )}
        {tools?.(arranged)}
      </TableToolbarContent>
    </TableToolbar>
  )
}

/** Returns the column of the list: the name as a link, a depth as a bar, a state as a tag, everything else as text. */
function buildColumn(column: ObjectColumn, to: (row: ObjectRow) => string): Column<ObjectRow> {
  const { id, title, ungrouped } = column
  function render(row: ObjectRow): ReactNode {
    const value = readCellValue(column, row)
    const bar = column.readFill?.(row)
    if (bar) return <DepthBar depth={bar[0]} most={bar[1]} />
    const colour = column.findColour?.(row)
    if (colour) {
      return (
        <Tag type={colour} size="sm">
          {value}
        </Tag>
      )
    }
    if (id !== 'name') return ungrouped ? String(value) : value
    return <NameLink to={to(row)}>{String(value)}</NameLink>
  }
  return [title, render, { sort: id, grows: id === 'descr' }]
}

function NoObjects({ plural, rows, list, types, icon }: ObjectTableProps) {
  const { rights } = useSession()
  return (
    <EmptyState
      icon={icon}
      title={
        rights.restricted
          ? t('There are no {plural} that you may use.', { plural })
          : t('There are no {plural} yet.', { plural })
      }
      text={types[0]?.summary}
    >
      {rows.length > 0 && (
        <Button kind="ghost" size="sm" onClick={() => list.change({ showSystem: true })}>
          {t('Show system objects')}
        </Button>
      )}
    </EmptyState>
  )
}

function NothingMatches({ reset }: { reset(): void }) {
  return (
    <div className="list__empty">
      <p>{t('Nothing matches.')}</p>
      <Button kind="ghost" size="sm" onClick={reset}>
        {t('Clear search and filters')}
      </Button>
    </div>
  )
}

function describeCount(shown: number, all: number, singular: string, plural: string): string {
  return shown === all
    ? t('{count, plural, one {# {singular}} other {# {plural}}}', { count: shown, singular, plural })
    : t('{shown} of {all} {plural}', { shown, all, plural })
}

/** Returns the ref of a region whose place comes back with the Back button. Other pages of a list begin at the top. */
function useKeptScroll(isReady: boolean, page: number) {
  const region = useRef<HTMLElement>(null)
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!isReady || before.current === page) return
    const { listScroll = 0 } = (history.state ?? {}) as { listScroll?: number }
    region.current?.scrollTo(0, before.current === undefined ? listScroll : 0)
    before.current = page
  }, [isReady, page])
  return region
}

/** A click may lead to another page. */
function saveScroll(region: HTMLElement | null): void {
  history.replaceState({ ...history.state, listScroll: region?.scrollTop }, '')
}
