/** The frame of a widget: title, handle to move it, menu, and its content. */
import { Link, OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { Add, Draggable } from '@carbon/react/icons'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId } from 'react'
import { Chart } from '../../../../../shared/ui/charts/chart.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { MenuAction } from '../../../../../shared/ui/feedback/menu-action.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Widget } from '../../contract/layout.ts'
import { listManagers } from '../../kit/api/managers.ts'
import { buildObjectLink } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { measureCharts } from '../charts/measure-charts.ts'
import { useSampleHistory } from '../charts/use-sample-history.ts'
import { CreateManagerDialog } from '../managers/create-manager-dialog.tsx'
import { ManagerTable } from '../managers/manager-table.tsx'
import { findObjectScreen } from '../screens/index.ts'
import { maxColumns } from './arrange-widgets.ts'
import { ObjectsWidget } from './objects-widget.tsx'
import { isQueueMeasure } from './widget-kinds.ts'

function ManagersWidget() {
  const { rights } = useSession()
  const managers = useResource('managers', listManagers, { intervalMs: 5_000 })

  return (
    <Loaded resource={managers} small>
      {(value) => (
        <>
          {rights.manage && (
            <div className="widget__tools">
              <DialogButton
                size="sm"
                renderIcon={Add}
                dialog={(close) => <CreateManagerDialog close={close} created={managers.reload} />}
              >
                {t('Create')}
              </DialogButton>
            </div>
          )}
          <ManagerTable small managers={value} changed={managers.reload} />
        </>
      )}
    </Loaded>
  )
}

export interface WidgetFrameProps {
  widget: Widget
  isDragged?: boolean
  /** What the user can do with the widget; absent on a dashboard that is only shown. */
  arrange?: WidgetActions
}

export interface WidgetActions {
  startDrag(event: PointerEvent): void
  /** Moves the widget by places: -1 or 1. */
  move(by: number): void
  /** Changes the width by columns: -1 or 1. */
  resize(by: number): void
  configure(): void
  remove(): void
}

const moveHelp = t('Drag, or press an arrow key to move the widget, and Shift with an arrow key to change its width.')
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function buildHandleId(widget: string): string {
  return `move-${widget}`
}

export function WidgetFrame({ widget, isDragged = false, arrange }: WidgetFrameProps) {
  const { id, columns } = widget
  const heading = useId()
  return (
    <section
      className={`widget widget--columns-${columns}${isDragged ? ' widget--dragged' : ''}`}
      data-widget={id}
      aria-labelledby={heading}
    >
      <header className="widget__head">
        {arrange && <WidgetHandle {...arrange} widget={widget} />}
        <h2 className="widget__title" id={heading}>
          <WidgetTitle widget={widget} />
        </h2>
        {arrange && <WidgetMenu {...arrange} widget={widget} />}
      </header>
      <div className="widget__content">
        <WidgetContent widget={widget} />
      </div>
    </section>
  )
}

/** The title of a chart of a queue leads to the charts of the queue. */
function WidgetTitle({ widget: { kind, title, manager, measure, queue } }: { widget: Widget }) {
  if (kind !== 'chart' || !isQueueMeasure(measure)) return title
  return <Link href={buildObjectLink(manager, 'queues', queue, 'statistics')}>{title}</Link>
}

type WidgetActionsProps = WidgetActions & { widget: Widget }

function WidgetHandle({ widget: { id, title }, startDrag, move, resize }: WidgetActionsProps) {
  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (event.shiftKey) resize(step)
    else move(step)
  }

  return (
    <button
      type="button"
      id={buildHandleId(id)}
      className="widget__handle"
      aria-label={t('Move {title}', { title })}
      aria-description={moveHelp}
      title={moveHelp}
      onPointerDown={startDrag}
      onKeyDown={press}
    >
      <Draggable aria-hidden="true" />
    </button>
  )
}

function WidgetMenu({ widget: { title, columns }, resize, configure, remove }: WidgetActionsProps) {
  const label = t('Actions for {title}', { title })
  return (
    <OverflowMenu size="sm" flipped aria-label={label} iconDescription={label}>
      <OverflowMenuItem itemText={t('Configure')} onClick={configure} />
      <MenuAction
        itemText={t('Wider')}
        reason={columns === maxColumns && t('The widget has the full width.')}
        onClick={() => resize(1)}
      />
      <MenuAction
        itemText={t('Narrower')}
        reason={columns === 1 && t('The widget is one column wide.')}
        onClick={() => resize(-1)}
      />
      <OverflowMenuItem hasDivider itemText={t('Remove')} onClick={remove} />
    </OverflowMenu>
  )
}

function WidgetContent({ widget }: { widget: Widget }): ReactNode {
  const { kind, manager, showSystem } = widget
  if (kind === 'managers') return <ManagersWidget />
  if (kind === 'chart') return <ChartWidget widget={widget} />
  return <ObjectsWidget key={`${manager} ${showSystem}`} widget={widget} screen={findObjectScreen(kind)} />
}

function ChartWidget({ widget: { manager, queue, measure } }: { widget: Widget }) {
  const history = useSampleHistory(manager, isQueueMeasure(measure) ? queue : undefined)
  return (
    <Loaded resource={history} small>
      {(shown) => <Chart {...shown} {...measureCharts[measure]} />}
    </Loaded>
  )
}
