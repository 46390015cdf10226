/** A dialog that puts messages of a dead-letter queue back to their queues, and lists those that it could not put back. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useNotifications } from '../../../ui/feedback/notifications.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import type { DeadLetterHeader } from '../api/messages.ts'
import { type PutBackResult, putBackMessages } from '../api/messages.ts'
import { describeTarget, transferTexts } from '../wording/transfer-texts.ts'

export interface PutBackDialogProps {
  manager: string
  queue: string
  messageIds: readonly string[]
  /** The header of the message when there is only one. */
  header: DeadLetterHeader | undefined
  /** Called with the ids of the messages that stayed. */
  done(stayed: readonly string[]): void
  close(): void
}

const texts = transferTexts.putBack

export function PutBackDialog({ manager, queue, messageIds, header, done, close }: PutBackDialogProps) {
  const [target, setTarget] = useState('')
  const [failures, setFailures] = useState<PutBackResult['failures']>([])
  const { busy, problem, run } = useAction()
  const tell = useNotifications()
  const left = failures.length > 0 ? failures.map(({ messageId }) => messageId) : messageIds

  const putBack = () =>
    run(async () => {
      const body = { messageIds: left, ...(target !== '' && { target }) }
      const result = await putBackMessages(manager, queue, body)
      if (result.messages > 0) tell('success', texts.done(result.messages), queue)
      setFailures(result.failures)
      done(result.failures.map(({ messageId }) => messageId))
      if (result.failures.length === 0) close()
    })

  return (
    <Dialog
      size="sm"
      title={texts.title(left.length)}
      label={queue}
      action={texts.verb}
      busy={busy}
      problem={problem}
      submit={() => void putBack()}
      close={close}
    >
      <div className="form">
        <p>{texts.explanation}</p>
        <TextInput
          id="put-back-target"
          labelText={texts.target}
          helperText={header ? texts.toHeader(describeTarget(header)) : texts.toHeaders}
          value={target}
          maxLength={48}
          {...literalInput}
          onChange={(event) => setTarget(event.target.value.trim())}
        />
        {failures.length > 0 && (
          <Notice kind="error" title={texts.failed(failures.length)}>
            <ul>
              {failures.map(({ messageId, error }) => (
                <li key={messageId}>{error.message}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
