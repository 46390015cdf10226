/** A dialog that deletes an application after a confirmation. */

import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'

export interface DeleteApplicationDialogProps {
  application: ApplicationView
  close(): void
}

export function DeleteApplicationDialog({ application, close }: DeleteApplicationDialogProps) {
  const action = useAction()
  const { name, title } = application

  async function confirm() {
    const work = () => requestResource('DELETE /applications/:application', { application: name }, {})
    if (await action.run(work, t('Deleted'), title))
      navigate(buildHashLink('applications'), { replace: true })
  }

  return (
    <ConfirmDialog
      title={t('Delete {title}', { title })}
      action={t('Delete')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        {t('Its credentials, subscriptions and tokens become invalid. This cannot be undone.')}
      </p>
    </ConfirmDialog>
  )
}
