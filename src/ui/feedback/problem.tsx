/** Why something could not be shown, and a way to try again. */
import { ActionableNotification, InlineNotification } from '@carbon/react'

export function Problem({ text, again }: { text: string; again?: () => void }) {
  if (!again) return <InlineNotification kind="error" title={text} lowContrast hideCloseButton role="alert" />
  return (
    <ActionableNotification
      kind="error"
      title={text}
      lowContrast
      inline
      hideCloseButton
      hasFocus={false}
      actionButtonLabel="Try again"
      onActionButtonClick={again}
    />
  )
}
