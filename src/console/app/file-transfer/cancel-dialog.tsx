/** Confirms that a running transfer is cancelled. */
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { cancelTransfer } from '../api/file-transfer.ts'

export function CancelDialog({ id, cancelled, close }: { id: string; cancelled(): void; close(): void }) {
  const { busy, problem, run } = useAction()

  async function cancel() {
    if (!(await run(() => cancelTransfer(id), t('The agent cancels the transfer')))) return
    cancelled()
    close()
  }

  return (
    <ConfirmDialog
      title={t('Cancel the transfer')}
      action={t('Cancel the transfer')}
      busy={busy}
      problem={problem}
      confirm={() => void cancel()}
      close={close}
    >
      <p className="dialog__text">
        {t('Files that have arrived stay. The file that is on its way, and those after it, do not arrive.')}
      </p>
    </ConfirmDialog>
  )
}
