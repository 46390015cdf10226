/** A part of a form that is built when a user unfolds it: an API can have hundreds of operations. */
import { type ReactNode, useState } from 'react'

export interface UnfoldingProps {
  summary: ReactNode
  /** Returns what is inside. */
  render(): ReactNode
}

export function Unfolding({ summary, render }: UnfoldingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="entry__details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && render()}
    </details>
  )
}
