/** The buttons of the entries of lists and maps: move an entry up or down, remove it, add another one. */
import { Button, IconButton } from '@carbon/react'
import { Add, ArrowDown, ArrowUp, TrashCan } from '@carbon/react/icons'
import { ActionIconButton } from '../../../../../ui/feedback/action-button.tsx'
import { ChoiceSelect } from '../../../../../ui/forms/choices.tsx'
import { t } from '../../../../../ui/text/t.ts'

export interface EntryActionsProps {
  /** The entry in the labels of the buttons: `policy 2, invoke`. */
  name: string
  index: number
  count: number
  move(to: number): void
  remove(): void
}

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

export function AddButton({ label, add }: { label: string; add(): void }) {
  return (
    <Button kind="tertiary" size="sm" renderIcon={Add} onClick={add}>
      {label}
    </Button>
  )
}

export interface AddChoiceProps {
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
