/** A dialog that puts a message on a queue. */
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { putMessage } from '../api/messages.ts'
import { buildMessage, findDraftErrors, initialDraft, type MessageDraft, MessageForm } from './message-form.tsx'

export interface PutDialogProps {
  manager: string
  queue: string
  /** The message that the form shows first. */
  initial?: MessageDraft | undefined
  done(): void
  close(): void
}

export function PutDialog({ manager, queue, initial = initialDraft, done, close }: PutDialogProps) {
  const [draft, setDraft] = useState(initial)
  const action = useAction()
  const message = buildMessage(draft)
  const errors = useFieldErrors(findDraftErrors(draft))

  async function put() {
    if (!errors.check() || !message) return
    if (!(await action.run(() => putMessage(manager, queue, message), t('Message put'), queue))) return
    done()
    close()
  }

  return (
    <Dialog
      title={t('Create a message')}
      label={queue}
      action={t('Put')}
      busy={action.busy}
      problem={action.problem}
      loses={draft === initial ? undefined : t('The message has not been put.')}
      submit={() => void put()}
      close={close}
    >
      <div className="form">
        <MessageForm draft={draft} change={(some) => setDraft((before) => ({ ...before, ...some }))} />
      </div>
    </Dialog>
  )
}
