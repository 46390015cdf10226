/** The list of a combobox. The field keeps the focus and names the current option for assistive technology. */
import '../styles/options.scss'
import { type ReactNode, useEffect } from 'react'

export interface OptionListProps<Item> {
  id: string
  /** The name of the list for assistive technology. */
  label: string
  items: readonly Item[]
  /** The index of the current option; -1 for none. */
  at: number
  keyOf(item: Item): string
  choose(item: Item): void
  children(item: Item): ReactNode
}

export function OptionList<Item>({ id, label, items, at, keyOf, choose, children }: OptionListProps<Item>) {
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }) // newer browsers return a promise
  }, [id, at])

  return (
    <div id={id} className="options" role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          className={index === at ? 'option option--on' : 'option'}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => choose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}

/** Returns the attributes of the field over a list with this `id`. */
export function buildFieldAttributes(id: string, at: number, open = true) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && at >= 0 ? `${id}-${at}` : undefined,
    spellCheck: false,
    autoComplete: 'off',
  } as const
}
