/** A dialog that moves, copies or deletes the selected messages in one unit of work. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { type TransferAction, transferMessages } from '../api/messages.ts'
import { loadObjectRows } from '../screens/load-objects.ts'
import { queueScreen } from '../screens/queue-screen.ts'
import { transferTexts as texts } from '../wording/transfer-texts.ts'

export interface TransferDialogProps {
  manager: string
  queue: string
  action: TransferAction
  messageIds: readonly string[]
  done(): void
  close(): void
}

export function TransferDialog({ manager, queue, action, messageIds, done, close }: TransferDialogProps) {
  const [target, setTarget] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, problem, run } = useAction()
  const { value } = useResource(manager, (signal) => loadObjectRows(manager, queueScreen, [], signal))
  const needsTarget = action !== 'delete'
  const isComplete = !needsTarget || (target !== '' && target !== queue)
  const names = (value?.rows ?? []).map(({ name }) => name).filter((name) => name !== queue)
  const { title, done: finished } = texts[action]

  async function transfer() {
    setTried(true)
    if (!isComplete) return
    const work = () => transferMessages(manager, queue, { action, messageIds, ...(needsTarget ? { target } : {}) })
    if (!(await run(work, finished(messageIds.length), needsTarget ? target : queue))) return
    done()
    close()
  }

  return (
    <Dialog
      size="sm"
      danger={action === 'delete'}
      title={title(messageIds.length)}
      label={queue}
      action={texts.verbs[action]}
      cancel={texts.cancel}
      busy={busy}
      problem={problem}
      submit={() => void transfer()}
      close={close}
    >
      <div className="form">
        <p>{needsTarget ? texts.explanation : texts.deleteExplanation}</p>
        {needsTarget && (
          <>
            <TextInput
              id="transfer-target"
              labelText={texts.target}
              value={target}
              list="transfer-queues"
              maxLength={48}
              spellCheck={false}
              autoComplete="off"
              invalid={tried && !isComplete}
              invalidText={texts.targetMissing}
              onChange={(event) => setTarget(event.target.value.trim())}
            />
            <datalist id="transfer-queues">
              {names
                .filter((name) => name.startsWith(target))
                .slice(0, 50)
                .map((name) => (
                  <option key={name} value={name} />
                ))}
            </datalist>
          </>
        )}
      </div>
    </Dialog>
  )
}
