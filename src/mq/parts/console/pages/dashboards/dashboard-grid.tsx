/** The widgets of a dashboard in a grid of four columns. */
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Dashboard, Widget } from '../../contract/layout.ts'
import { moveWidget, removeWidget, resizeWidget } from './arrange-widgets.ts'
import { buildHandleId, WidgetFrame } from './widget-frame.tsx'

export interface DashboardGridProps {
  dashboard: Dashboard
  change(change: (dashboard: Dashboard) => Dashboard): void
  configure(widget: Widget): void
}

export function DashboardGrid({ dashboard, change, configure }: DashboardGridProps) {
  const [announced, setAnnounced] = useState('')
  const focused = useRef<string>(undefined)
  const { shown, dragged, start } = useWidgetDrag(dashboard, (widget, place) =>
    change((before) => moveWidget(before, widget, place)),
  )

  // An element loses the focus when it moves in the document.
  useLayoutEffect(() => {
    if (focused.current !== undefined) document.getElementById(buildHandleId(focused.current))?.focus()
    focused.current = undefined
  })

  function move({ id, title }: Widget, by: number) {
    const { widgets } = dashboard
    const from = widgets.findIndex((each) => each.id === id)
    const to = Math.max(0, Math.min(widgets.length - 1, from + by))
    focused.current = id
    setAnnounced(t('{title} is at place {place} of {count}.', { title, place: to + 1, count: widgets.length }))
    change((before) => moveWidget(before, id, to))
  }

  function resize({ id, title, columns }: Widget, by: number) {
    const next = resizeWidget(dashboard, id, by).widgets.find((each) => each.id === id)
    setAnnounced(t('{title} is {columns} of 4 columns wide.', { title, columns: next?.columns ?? columns }))
    change((before) => resizeWidget(before, id, by))
  }

  return (
    <>
      <div className="dashboard">
        {shown.widgets.map((widget) => (
          <WidgetFrame
            key={widget.id}
            widget={widget}
            isDragged={widget.id === dragged}
            arrange={{
              startDrag: (event) => start(widget.id, event),
              move: (by) => move(widget, by),
              resize: (by) => resize(widget, by),
              configure: () => configure(widget),
              remove: () => change((before) => removeWidget(before, widget.id)),
            }}
          />
        ))}
      </div>
      <p className="cds--visually-hidden" aria-live="polite">
        {announced}
      </p>
    </>
  )
}

/**
 * Moves a widget with the pointer: the other widgets make room while it is dragged, and Escape cancels. Returns the
 * dashboard as it would be when the pointer is released now.
 */
function useWidgetDrag(dashboard: Dashboard, drop: (widget: string, index: number) => void) {
  const [drag, setDrag] = useState<{ widget: string; index: number }>()

  function start(widget: string, event: PointerEvent): void {
    if (event.button !== 0) return
    const ends = new AbortController()
    const options = { signal: ends.signal }
    let index = dashboard.widgets.findIndex(({ id }) => id === widget)
    setDrag({ widget, index })

    function end(): void {
      ends.abort()
      setDrag(undefined)
    }
    // Rendering moves the dragged element in the document, which ends a pointer capture. So the window listens.
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-widget]')
        const found = [...(over?.parentElement?.children ?? [])].indexOf(over as Element)
        if (found < 0 || over?.dataset.widget === widget || found === index) return
        index = found
        setDrag({ widget, index })
      },
      options,
    )
    window.addEventListener(
      'pointerup',
      () => {
        end()
        drop(widget, index)
      },
      options,
    )
    window.addEventListener('pointercancel', end, options)
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), options)
  }

  return { shown: drag ? moveWidget(dashboard, drag.widget, drag.index) : dashboard, dragged: drag?.widget, start }
}
