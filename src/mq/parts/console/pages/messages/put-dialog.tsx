/** A dialog that puts a message on a queue. */
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { buildMessage, buildMessageRows, initialDraft, type MessageDraft } from './message-draft.ts'
import { PropertyFields } from './property-fields.tsx'

export interface PutDialogProps {
  manager: string
  queue: string
  /** The message that the form shows first. */
  initial?: MessageDraft | undefined
  done(): void
  close(): void
}

export default function PutDialog({ manager: qmgr, queue, initial = initialDraft, done, close }: PutDialogProps) {
  const form = useForm('message', initial, (draft) => buildMessageRows(draft, () => loadObjectNames(qmgr, 'queue')))
  const { draft, change } = form
  return (
    <FormDialog
      form={form}
      title={t('Create a message')}
      label={queue}
      action={t('Put')}
      loses={t('The message has not been put.')}
      run={() => request('POST /qmgr/:qmgr/queue/:queue/messages', { qmgr, queue }, { body: buildMessage(draft) })}
      done={t('Message put')}
      about={queue}
      succeeded={done}
      close={close}
    >
      <PropertyFields properties={draft.properties} change={(properties) => change({ properties })} />
    </FormDialog>
  )
}
