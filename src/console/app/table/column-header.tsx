/** The header of a column: a button that sorts by it, and a separator that changes its width. */
import { ArrowDown, ArrowUp } from '@carbon/react/icons'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

import type { ObjectColumn } from '../screens/object-screen.ts'
import { listTexts } from '../wording/list-texts.ts'
import { clampColumnWidth, maxColumnWidth, minColumnWidth } from './column-widths.ts'

export interface ColumnHeaderProps {
  column: ObjectColumn
  sorted: 'ascending' | 'descending' | 'none'
  sort(): void
  /** Changes the width. It is called for each movement of the pointer. */
  resize(width: number): void
}

/** The pixels by which an arrow key changes the width. */
const keyStep = 16

export function ColumnHeader({ column, sorted, sort, resize }: ColumnHeaderProps) {
  const cell = useRef<HTMLTableCellElement>(null)
  const width = () => cell.current?.getBoundingClientRect().width ?? minColumnWidth

  function drag(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    const handle: HTMLElement = event.currentTarget
    const [from, before] = [event.clientX, width()]
    handle.setPointerCapture(event.pointerId)
    const ends = new AbortController()
    const { signal } = ends
    const move = (moved: globalThis.PointerEvent) => resize(clampColumnWidth(before + moved.clientX - from))
    handle.addEventListener('pointermove', move, { signal })
    for (const end of ['pointerup', 'pointercancel'] as const)
      handle.addEventListener(end, () => ends.abort(), { signal })
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0
    if (step === 0) return
    event.preventDefault()
    resize(clampColumnWidth(width() + step))
  }

  return (
    <th ref={cell} scope="col" aria-sort={sorted} className="list__head">
      <button type="button" className="list__sort" onClick={sort}>
        <span className="list__heading">{column.title}</span>
        {sorted === 'ascending' && <ArrowUp aria-hidden="true" />}
        {sorted === 'descending' && <ArrowDown aria-hidden="true" />}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={listTexts.resize(column.title)}
        aria-valuemin={minColumnWidth}
        aria-valuemax={maxColumnWidth}
        aria-valuenow={Math.round(cell.current?.offsetWidth ?? minColumnWidth)}
        className="list__separator"
        onPointerDown={drag}
        onKeyDown={press}
      />
    </th>
  )
}
