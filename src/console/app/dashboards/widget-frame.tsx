/** The frame of a widget: title, handle to move it, menu, and its content. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { Draggable } from '@carbon/react/icons'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'

import type { Widget } from '../api/layout.ts'
import { dashboardTexts as texts } from '../wording/dashboard-texts.ts'
import { maxColumns } from './arrange-widgets.ts'
import { WidgetContent } from './widget-content.tsx'

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
          <OverflowMenuItem
            itemText={texts.wider}
            disabled={columns === maxColumns}
            onClick={() => resize(1)}
          />
          <OverflowMenuItem itemText={texts.narrower} disabled={columns === 1} onClick={() => resize(-1)} />
          <OverflowMenuItem hasDivider itemText={texts.remove} onClick={remove} />
        </OverflowMenu>
      </header>
      <div className="widget__content">
        <WidgetContent widget={widget} />
      </div>
    </section>
  )
}
