/** The buttons of an entry of a list: move it up or down, remove it. */

import { IconButton } from '@carbon/react'
import { ArrowDown, ArrowUp, TrashCan } from '@carbon/react/icons'
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
      <IconButton
        kind="ghost"
        size="sm"
        label={t('Move {name} up', { name })}
        align="left"
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        kind="ghost"
        size="sm"
        label={t('Move {name} down', { name })}
        align="left"
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton kind="ghost" size="sm" label={t('Remove {name}', { name })} align="left" onClick={remove}>
        <TrashCan />
      </IconButton>
    </span>
  )
}
