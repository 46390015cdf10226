/** The frame of a widget: title, handle to move it, menu, and its content. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { Draggable } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { MenuAction } from '../../../ui/feedback/action-button.tsx'
import type { Widget, WidgetKind } from '../api/layout.ts'
import { appChannelScreen } from '../screens/app-channel-screen.ts'
import { authinfoScreen } from '../screens/authinfo-screen.ts'
import { channelScreen } from '../screens/channel-screen.ts'
import { clientChannelScreen } from '../screens/client-channel-screen.ts'
import { listenerScreen } from '../screens/listener-screen.ts'
import type { ObjectScreen } from '../screens/object-screen.ts'
import { queueScreen } from '../screens/queue-screen.ts'
import { subscriptionScreen } from '../screens/subscription-screen.ts'
import { topicScreen } from '../screens/topic-screen.ts'
import { dashboardTexts as texts } from '../wording/dashboard-texts.ts'
import { maxColumns } from './arrange-widgets.ts'
import { ChartWidget } from './widgets/chart-widget.tsx'
import { ManagersWidget } from './widgets/managers-widget.tsx'
import { ObjectsWidget } from './widgets/objects-widget.tsx'

export interface WidgetFrameProps {
  widget: Widget
  isDragged: boolean
  startDrag(event: PointerEvent): void
  /** Moves the widget by places: -1 or 1. */
  move(by: number): void
  /** Changes the width by columns: -1 or 1. */
  resize(by: number): void
  configure(): void
  remove(): void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function buildHandleId(widget: string): string {
  return `move-${widget}`
}

export function WidgetFrame(props: WidgetFrameProps) {
  const { widget, isDragged, startDrag, move, resize, configure, remove } = props
  const { id, title, columns } = widget
  const heading = useId()

  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (event.shiftKey) resize(step)
    else move(step)
  }

  return (
    <section
      className={`widget widget--columns-${columns}${isDragged ? ' widget--dragged' : ''}`}
      data-widget={id}
      aria-labelledby={heading}
    >
      <header className="widget__head">
        <button
          type="button"
          id={buildHandleId(id)}
          className="widget__handle"
          aria-label={texts.move(title)}
          aria-description={texts.moveHelp}
          title={texts.moveHelp}
          onPointerDown={startDrag}
          onKeyDown={press}
        >
          <Draggable aria-hidden="true" />
        </button>
        <h2 className="widget__title" id={heading}>
          {title}
        </h2>
        <OverflowMenu
          size="sm"
          flipped
          aria-label={texts.widgetActions(title)}
          iconDescription={texts.widgetActions(title)}
        >
          <OverflowMenuItem itemText={texts.configure} onClick={configure} />
          <MenuAction
            itemText={texts.wider}
            reason={columns === maxColumns && texts.widest}
            onClick={() => resize(1)}
          />
          <MenuAction itemText={texts.narrower} reason={columns === 1 && texts.narrowest} onClick={() => resize(-1)} />
          <OverflowMenuItem hasDivider itemText={texts.remove} onClick={remove} />
        </OverflowMenu>
      </header>
      <div className="widget__content">
        <WidgetContent widget={widget} />
      </div>
    </section>
  )
}

const listOf = (screen: ObjectScreen) => (widget: Widget) => (
  <ObjectsWidget key={`${widget.manager} ${widget.showSystem}`} widget={widget} screen={screen} />
)

const contents: Readonly<Record<WidgetKind, (widget: Widget) => ReactNode>> = {
  managers: () => <ManagersWidget />,
  queues: listOf(queueScreen),
  topics: listOf(topicScreen),
  listeners: listOf(listenerScreen),
  channels: listOf(channelScreen),
  'app-channels': listOf(appChannelScreen),
  subscriptions: listOf(subscriptionScreen),
  'client-channels': listOf(clientChannelScreen),
  authinfos: listOf(authinfoScreen),
  chart: (widget) => <ChartWidget widget={widget} />,
}

/** Renders the content of a widget. Each kind of widget has one row in the table. */
function WidgetContent({ widget }: { widget: Widget }) {
  return contents[widget.kind](widget)
}
