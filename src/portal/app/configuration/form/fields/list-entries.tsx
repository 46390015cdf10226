/** The entries of a list, each with its name and its buttons, and a button that adds one. */
import type { ReactNode } from 'react'
import { t } from '../../../../../ui/text/t.ts'
import type { ValuePath } from '../../schema/path-pattern.ts'
import { useForm } from '../model/form-context.ts'
import { AddButton, EntryActions } from './entry-actions.tsx'

export interface ListEntriesProps<Item> {
  path: ValuePath
  /** The title of the list. */
  title: string
  items: readonly Item[]
  /** Returns the heading of an entry, and its name in the labels of buttons. */
  nameOf(number: number): readonly [heading: string, name: string]
  render(item: Item, path: ValuePath, heading: string): ReactNode
  /** Returns the value of a new entry. */
  initial(): unknown
}

export function ListEntries<Item>({ path, title, items, nameOf, render, initial }: ListEntriesProps<Item>) {
  const { edit } = useForm()
  return (
    <>
      <ol className="entries">
        {items.map((item, index) => {
          const [heading, name] = nameOf(index + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
            <li key={index} className="entry">
              <div className="entry__head">
                <strong>{heading}</strong>
                <EntryActions
                  name={name}
                  index={index}
                  count={items.length}
                  move={(to) => edit([{ do: 'move', path, from: index, to }])}
                  remove={() => edit([{ do: 'remove', path: [...path, index] }])}
                />
              </div>
              {render(item, [...path, index], heading)}
            </li>
          )
        })}
      </ol>
      <AddButton
        label={t('Add to {title}', { title })}
        add={() => edit([{ do: 'insert', path, index: items.length, value: initial() }])}
      />
    </>
  )
}
