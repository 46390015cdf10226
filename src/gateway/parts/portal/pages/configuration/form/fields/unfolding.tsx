/** A part of a form that is drawn only while it is open. */
import { type ReactNode, useState } from 'react'
import { buildFieldId, type ValuePath } from '../../schema/path-pattern.ts'

export interface UnfoldingProps {
  /** The path of what is inside. */
  path: ValuePath
  summary: ReactNode
  /** Returns what is inside. */
  render(): ReactNode
}

export function Unfolding({ path, summary, render }: UnfoldingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      id={`${buildFieldId(path)}-fold`}
      className="entry__details"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && render()}
    </details>
  )
}
