/** The dialogs of transfers: one starts a transfer, now or later, one cancels a transfer that runs. */
import { ConfirmDialog } from '../../../../shared/ui/feedback/action-dialog.tsx'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { loadAgents, request } from './load-transfers.ts'
import { buildTransfer, buildTransferRows, initialTransfer } from './transfer-draft.ts'

export function CreateTransferDialog({ created, close }: { created(): void; close(): void }) {
  const { value: agents = [], problem } = useResource('agents', loadAgents)
  const form = useForm('transfer', initialTransfer, (draft) => buildTransferRows(draft, agents))
  const { later } = form.draft
  return (
    <FormDialog
      size="lg"
      form={form}
      title={t('New transfer')}
      action={later ? t('Schedule') : t('Start')}
      problem={problem}
      loses={t('The transfer has not been started.')}
      run={() => request('POST /mft/transfers', {}, { body: buildTransfer(form.draft, agents) })}
      done={later ? t('Transfer scheduled') : t('Transfer requested')}
      succeeded={created}
      close={close}
    />
  )
}

export function CancelDialog({ id, cancelled, close }: { id: string; cancelled(): void; close(): void }) {
  return (
    <ConfirmDialog
      title={t('Cancel the transfer')}
      action={t('Cancel the transfer')}
      text={t('Files that have arrived stay. The file that is on its way, and those after it, do not arrive.')}
      run={() => request('POST /mft/transfers/:transfer/cancel', { transfer: id }, {})}
      done={t('The agent cancels the transfer')}
      succeeded={cancelled}
      close={close}
    />
  )
}
