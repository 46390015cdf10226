/** The entries of a list, each with its name and its buttons, and a button that adds one. */
import { Button, IconButton } from '@carbon/react'
import { Add, ArrowDown, ArrowUp, TrashCan } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { ActionIconButton } from '../../../../../../../shared/ui/feedback/action-button.tsx'
import { ChoiceSelect } from '../../../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import type { ValuePath } from '../../schema/path-pattern.ts'
import { useForm } from '../model/form-context.ts'

interface EntryActionsProps {
  /** The entry in the labels of the buttons: `policy 2, invoke`. */
  name: string
  index: number
  count: number
  move(to: number): void
  remove(): void
}

/** The buttons of the entries of lists and maps: move an entry up or down, remove it, add another one. */
export function EntryActions({ name, index, count, move, remove }: EntryActionsProps) {
  return (
    <span className="entry__actions">
      <ActionIconButton
        kind="ghost"
        size="sm"
        label={t('Move {name} up', { name })}
        align="left"
        reason={index === 0 && t('It is the first.')}
        onClick={() => move(index - 1)}
      >
        <ArrowUp />
      </ActionIconButton>
      <ActionIconButton
        kind="ghost"
        size="sm"
        label={t('Move {name} down', { name })}
        align="left"
        reason={index === count - 1 && t('It is the last.')}
        onClick={() => move(index + 1)}
      >
        <ArrowDown />
      </ActionIconButton>
      <RemoveButton name={name} remove={remove} />
    </span>
  )
}

export function RemoveButton({ name, size = 'sm', remove }: { name: string; size?: 'sm' | 'md'; remove(): void }) {
  return (
    <IconButton kind="ghost" size={size} label={t('Remove {name}', { name })} align="left" onClick={remove}>
      <TrashCan />
    </IconButton>
  )
}

function AddButton({ label, add }: { label: string; add(): void }) {
  return (
    <Button kind="tertiary" size="sm" renderIcon={Add} onClick={add}>
      {label}
    </Button>
  )
}

interface AddChoiceProps {
  id: string
  label: string
  choices: readonly (readonly [value: string, title: string])[]
  chosen: string
  choose(value: string): void
  /** The label of the button. */
  action: string
  add(): void
}

/** A choice of what to add, and the button that adds it. */
export function AddChoice({ id, label, choices, chosen, choose, action, add }: AddChoiceProps) {
  return (
    <div className="entry__add">
      <ChoiceSelect id={id} size="sm" labelText={label} value={chosen} choices={choices} change={choose} />
      <AddButton label={action} add={add} />
    </div>
  )
}

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
