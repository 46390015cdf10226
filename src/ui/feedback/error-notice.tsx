/** Shows an error text, with a button to try again where that is possible. */
import { ActionableNotification, InlineNotification } from '@carbon/react'

export function ErrorNotice({ text, again }: { text: string; again?: () => void }) {
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
