/** A box in the top layer beside a field, over dialogs too. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'

const boxHeight = 320

/** The box is below the field, or above it when there is more room, and follows the field. */
export function FloatingBox({ field, children }: { field: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const ends = new AbortController()
    function place() {
      const edges = document.getElementById(field)?.getBoundingClientRect()
      if (!box || !edges) return
      const below = innerHeight - edges.bottom
      const isAbove = below < boxHeight && edges.top > below
      Object.assign(box.style, {
        top: isAbove ? 'auto' : `${edges.bottom}px`,
        right: 'auto',
        bottom: isAbove ? `${innerHeight - edges.top}px` : 'auto',
        left: `${edges.left}px`,
        width: `${edges.width}px`,
        maxHeight: `${Math.min(boxHeight, isAbove ? edges.top : below)}px`,
      })
    }
    box.showPopover()
    place()
    for (const event of ['scroll', 'resize'])
      addEventListener(event, place, { capture: true, passive: true, signal: ends.signal })
    return () => ends.abort()
  }, [field])

  return (
    <div ref={element} className="combo__box" popover="manual">
      {children}
    </div>
  )
}
