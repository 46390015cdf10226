/** Measures an element, so that a chart can be drawn in pixels and its text keeps its size. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the width of the element in pixels, rounded, and renders again when it changes; `initial` at first. */
export function useElementWidth(element: RefObject<Element | null>, initial: number): number {
  const [width, setWidth] = useState(initial)

  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return width
}
