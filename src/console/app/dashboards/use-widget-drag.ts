/** Moves a widget with the pointer: the other widgets make room while it is dragged, and Escape cancels. */
import { type PointerEvent, useState } from 'react'

import type { Dashboard } from '../api/layout.ts'
import { moveWidget } from './arrange-widgets.ts'

export interface WidgetDrag {
  /** The dashboard as it would be when the pointer is released now. */
  shown: Dashboard
  dragged: string | undefined
  start(widget: string, event: PointerEvent): void
}

export function useWidgetDrag(
  dashboard: Dashboard,
  drop: (widget: string, index: number) => void,
): WidgetDrag {
  const [drag, setDrag] = useState<{ widget: string; index: number }>()

  function start(widget: string, event: PointerEvent): void {
    if (event.button !== 0) return
    const ends = new AbortController()
    const { signal } = ends
    let index = dashboard.widgets.findIndex(({ id }) => id === widget)
    setDrag({ widget, index })

    function end(): void {
      ends.abort()
      setDrag(undefined)
    }
    // React moves the dragged element in the document, which ends a pointer capture. So the window listens.
    const options = { signal }
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

  return {
    shown: drag ? moveWidget(dashboard, drag.widget, drag.index) : dashboard,
    dragged: drag?.widget,
    start,
  }
}
