/** Renders only the rows of a long table that are in view. The scroll position returns with the Back button. */
import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'

export interface VirtualRows {
  items: readonly VirtualItem[]
  /** The height in pixels of the rows before and after the rendered ones. */
  before: number
  after: number
  /** The ref of each rendered row, which measures its height. */
  measure(element: HTMLElement | null): void
  /** The props of the table body: they keep the row with the focus rendered. */
  body: { onFocus(event: { target: EventTarget }): void; onBlur(): void }
}

export interface VirtualRowsOptions {
  count: number
  /** The expected height of a row in pixels. */
  rowHeight: number
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Whether the entry of the browser history keeps the scroll position. */
  restores: boolean
}

const overscan = 8

export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowHeight, scroller, restores } = options
  const focused = useRef<number>(undefined)
  const virtualizer = useVirtualizer({
    count,
    overscan,
    // The keys of the virtualizer are indexes: with keys of rows, it would compute 50,000 places for each keystroke.
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      const index = focused.current
      if (index === undefined || index >= count || indexes.includes(index)) return indexes
      return [...indexes, index].sort((a, b) => a - b)
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when the density changes
  useEffect(() => virtualizer.measure(), [rowHeight])

  const hasRows = count > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position returns once, with the first rows
  useEffect(() => {
    if (restores && hasRows) virtualizer.scrollToOffset(readScrollPosition())
  }, [hasRows])

  useEffect(() => {
    const element = scroller.current
    if (!restores || !element) return
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true, passive: true }
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => saveScrollPosition(element.scrollTop)
    element.addEventListener(
      'scroll',
      () => {
        clearTimeout(timer)
        timer = setTimeout(save, 100) // browsers limit the number of changes of the history
      },
      options,
    )
    element.addEventListener('click', save, options) // the click may lead to another page
    return () => {
      clearTimeout(timer)
      ends.abort()
    }
  }, [restores, scroller])

  const items = virtualizer.getVirtualItems()
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    body: {
      onFocus({ target }) {
        const index = (target as Element).closest('tr')?.dataset.index
        focused.current = index === undefined ? undefined : Number(index)
      },
      onBlur() {
        focused.current = undefined
      },
    },
  }
}

function readScrollPosition(): number {
  const { listScroll = 0 } = (history.state ?? {}) as { listScroll?: number }
  return listScroll
}

function saveScrollPosition(listScroll: number): void {
  history.replaceState({ ...history.state, listScroll }, '')
}
