/** The buttons of an entry of a list: move it up or down, remove it. */

import { ArrowDown, ArrowUp, TrashCan } from '@carbon/react/icons'
import { ActionIconButton } from '../../../../../ui/feedback/action-button.tsx'
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
      <ActionIconButton kind="ghost" size="sm" label={t('Remove {name}', { name })} align="left" onClick={remove}>
        <TrashCan />
      </ActionIconButton>
    </span>
  )
}
