/** A list of the home page: queues or channels of all queue managers, each with a link to its page. */
import { type ReactNode, useId } from 'react'

export interface AttentionItem {
  key: string
  name: string
  to: string
  /** The queue manager; shown when there are several. */
  manager: string
  note: ReactNode
}

export interface AttentionListProps {
  title: string
  items: readonly AttentionItem[]
  /** The text of an empty list. */
  empty: string
  showsManager: boolean
}

export function AttentionList({ title, items, empty, showsManager }: AttentionListProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 className="group__title" id={id}>
        {title}
      </h2>
      {items.length === 0 && <p className="home__none">{empty}</p>}
      <ul>
        {items.map(({ key, name, to, manager, note }) => (
          <li key={key} className="panel__row">
            <span>
              <a className="cds--link list__name" href={to}>
                {name}
              </a>
              {showsManager && <span className="list__note">{manager}</span>}
            </span>
            {note}
          </li>
        ))}
      </ul>
    </section>
  )
}
