/** Zooms a chart with the pointer and with keys. */
import { type PointerEvent, useState } from 'react'
import type { PlotFrame } from './plot-frame.ts'
import type { Samples } from './samples.ts'

export interface ChartZoom {
  /** Shows the samples between two moments, in milliseconds since the epoch. */
  show(from: number, until: number): void
  /** Shows all samples again; undefined while all are shown. */
  out: (() => void) | undefined
}

/** Samples between which the pointer must move to select something. */
const fewest = 2

/** Returns the handlers of a picture whose samples are pointed at, and zoomed into by a drag or a key. */
export function useChartPointer(frame: PlotFrame, { last, everyMs }: Samples, zoom: ChartZoom | undefined) {
  const [pointed, setPointed] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const newest = frame.sampleCount - 1
  const timeOf = (index: number) => (last - newest + index) * everyMs

  const find = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return frame.indexAt((clientX - left) / width)
  }

  /** Shows `factor` times as much, around the sample that is pointed at. */
  function zoomBy(factor: number) {
    const half = ((frame.sampleCount * everyMs) / 2) * factor
    const middle = timeOf(pointed ?? newest / 2)
    zoom?.show(middle - half, middle + half)
    setPointed(undefined)
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => setPointed(Math.max(0, (pointed ?? newest + 1) - 1)),
    ArrowRight: () => setPointed(Math.min(newest, (pointed ?? newest - 1) + 1)),
    ...(zoom && { '+': () => zoomBy(0.5), '=': () => zoomBy(0.5), '-': () => zoomBy(2), Escape: () => zoom.out?.() }),
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (zoom && event.button === 0) setDragged(find(event))
    },
    onPointerMove: (event: PointerEvent) => setPointed(find(event)),
    onPointerUp(event: PointerEvent) {
      const [from, until] = [dragged ?? 0, find(event)].toSorted((a, b) => a - b) as [number, number]
      if (dragged !== undefined && until - from >= fewest) zoom?.show(timeOf(from), timeOf(until))
      setDragged(undefined)
    },
    onPointerLeave() {
      setPointed(undefined)
      setDragged(undefined)
    },
    onDoubleClick: () => zoom?.out?.(),
  }
  return { pointed, dragged, keys, handlers, unpoint: () => setPointed(undefined) }
}
