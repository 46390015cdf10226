/** A dialog that puts a message on a queue. */
import { Modal } from '@carbon/react'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { putMessage } from '../api/messages.ts'
import { buildMessage, initialDraft, MessageForm } from './message-form.tsx'

export interface PutDialogProps {
  manager: string
  queue: string
  done(): void
  close(): void
}

export function PutDialog({ manager, queue, done, close }: PutDialogProps) {
  const [draft, setDraft] = useState(initialDraft)
  const action = useAction()
  const message = buildMessage(draft)

  async function put() {
    if (!message || !(await action.run(() => putMessage(manager, queue, message), 'Message put', queue)))
      return
    done()
    close()
  }

  return (
    <Modal
      open
      hasScrollingContent
      modalHeading="Create a message"
      modalLabel={queue}
      primaryButtonText="Put"
      secondaryButtonText="Cancel"
      primaryButtonDisabled={action.busy || !message}
      onRequestSubmit={() => void put()}
      onRequestClose={close}
      selectorPrimaryFocus="#message-text"
    >
      <div className="form">
        <MessageForm draft={draft} change={(some) => setDraft((before) => ({ ...before, ...some }))} />
        {action.problem && <ErrorNotice text={action.problem} />}
      </div>
    </Modal>
  )
}
