/** A table of objects with search, filters and chosen columns. For 50,000 objects, it renders rows in view only. */
import { Button, TableContainer, TableToolbar, TableToolbarContent } from '@carbon/react'
import { type CarbonIconType, Row, RowCollapse } from '@carbon/react/icons'
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import { ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { useSession } from '../../kit/session/session.tsx'
import { isSystemObject, type ObjectColumn, type ObjectRow } from '../screens/object-screen.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { ColumnWidths } from './column-widths.ts'
import { initialListState } from './list-state.ts'
import { TableBody } from './table-body.tsx'
import { TableFilters, TableSearch } from './table-filters.tsx'
import { TableHead } from './table-head.tsx'
import { useArrangedRows } from './use-arranged-rows.ts'
import type { ListStateHandle } from './use-list-state.ts'
import { type RowSelection, useRowSelection } from './use-row-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

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
  /** Renders the toolbar for the selected rows. Without it, rows cannot be selected. */
  batch?(selection: RowSelection): ReactNode
  /** Renders buttons at the end of the toolbar. It gets the rows in order. */
  tools?(arranged: readonly ObjectRow[]): ReactNode
  /** The table is a part of a page: its height is limited, and it stores no widths and no scroll position. */
  embedded?: boolean
}

const noRows: readonly ObjectRow[] = []

export function ObjectTable(props: ObjectTableProps) {
  const { plural, singular, rows, columns, list, to, menu, batch, embedded = false, total, types, icon } = props
  const { state, change } = list
  const [density, setDensity] = useLocalPreference<RowDensity>('density', 'roomy')
  const { rights } = useSession()
  const [widths, setWidths] = useLocalPreference<ColumnWidths>(embedded ? undefined : `widths:${plural}`, {})
  // The first rows are rendered in a transition as well: a hundred menus and boxes take longer than a frame.
  const deferredRows = useDeferredValue(rows, noRows)
  const found = useArrangedRows(deferredRows, columns, state)
  const isPartial = total !== undefined
  const isReady = found !== undefined && ((deferredRows === rows && !isPartial) || found.length > 0)
  const arranged = found ?? noRows
  const selection = useRowSelection(arranged)

  const scroller = useRef<HTMLElement>(null)
  const shownDensity = embedded ? 'dense' : density
  const virtual = useVirtualRows({
    count: arranged.length,
    rowHeight: rowHeights[shownDensity],
    scroller,
    restores: !embedded,
  })
  const countable = useMemo(
    () =>
      state.showSystem || arranged.some(({ name }) => isSystemObject(name))
        ? rows.length
        : rows.filter(({ name }) => !isSystemObject(name)).length,
    [rows, arranged, state.showSystem],
  )
  const hasWidths = columns.some(({ id }) => widths[id] !== undefined)

  return (
    <TableContainer className={embedded ? 'list list--embedded' : 'list'}>
      <Toolbar table={props} density={density} setDensity={setDensity} arranged={arranged} selection={selection} />
      <section
        ref={scroller}
        className="list__scroll list__scroll--virtual"
        aria-label={plural}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table
          className={`cds--data-table list__table list__table--${shownDensity}${hasWidths ? ' list__table--fixed' : ''}`}
          aria-label={plural}
          aria-rowcount={(total ?? arranged.length) + 1}
        >
          <TableHead
            columns={columns}
            widths={widths}
            selection={selection}
            rows={arranged}
            sort={state.sort}
            selects={batch !== undefined}
            hasMenu={menu !== undefined}
            sortBy={(sort) => change({ sort })}
            resize={setWidths}
          />
          <TableBody
            columns={columns}
            selection={selection}
            virtual={virtual}
            to={to}
            rows={arranged}
            selects={batch !== undefined}
            menu={menu}
          />
        </table>
        {isReady && arranged.length === 0 && countable > 0 && (
          <NothingMatches reset={() => change({ ...initialListState, sort: state.sort })} />
        )}
        {countable === 0 && arranged.length === 0 && !isPartial && (
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
              <Button kind="ghost" size="sm" onClick={() => change({ showSystem: true })}>
                {t('Show system objects')}
              </Button>
            )}
          </EmptyState>
        )}
      </section>
      <p className="list__count" role="status">
        {isReady &&
          isPartial &&
          t('The first {shown} {plural}. The others are loading.', { shown: arranged.length, plural })}
        {isReady && !isPartial && describeCount(arranged.length, countable, singular, plural)}
      </p>
    </TableContainer>
  )
}

interface ToolbarProps {
  table: ObjectTableProps
  density: RowDensity
  setDensity(density: RowDensity): void
  /** The rows that the search and the filter leave, in order. */
  arranged: readonly ObjectRow[]
  selection: RowSelection
}

function Toolbar({ table, density, setDensity, arranged, selection }: ToolbarProps) {
  const { plural, columns, list, chooser, types, batch, tools, embedded = false } = table
  const { state, change } = list
  const isDense = density === 'dense'
  return (
    <TableToolbar aria-label={t('Tools of {plural}', { plural })} size={embedded ? 'sm' : 'lg'}>
      {batch?.(selection)}
      <TableToolbarContent inert={selection.rows.length > 0}>
        <TableSearch value={state.search} plural={plural} change={(search) => change({ search })} />
        <TableFilters
          types={types}
          type={state.type}
          showSystem={state.showSystem}
          onType={(type) => change({ type })}
          onShowSystem={(showSystem) => change({ showSystem })}
        />
        {chooser && <ColumnChooser columns={chooser.all} chosen={columns} choose={chooser.choose} />}
        {!embedded && (
          <ToolbarButton
            label={isDense ? t('Roomy rows') : t('Dense rows')}
            icon={isDense ? Row : RowCollapse}
            onClick={() => setDensity(isDense ? 'roomy' : 'dense')}
          />
        )}
        {tools?.(arranged)}
      </TableToolbarContent>
    </TableToolbar>
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

/** The height of table rows: roomy or dense. The choice is stored in this browser. */
type RowDensity = 'roomy' | 'dense'

/** Row heights in pixels. */
const rowHeights: Readonly<Record<RowDensity, number>> = { roomy: 40, dense: 26 }
