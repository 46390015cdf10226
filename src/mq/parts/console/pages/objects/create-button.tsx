/** A button that creates an object; the dialog is loaded when it opens. */
import { Add } from '@carbon/react/icons'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { CreateDialogProps } from './create-dialog.tsx'

export const CreateDialog = lazyPart(() => import('./create-dialog.tsx'))

export function CreateButton({ size = 'lg', ...props }: Omit<CreateDialogProps, 'close'> & { size?: 'sm' | 'lg' }) {
  return (
    <DialogButton
      size={size}
      opensByLink={size === 'lg'}
      renderIcon={Add}
      dialog={(close) => <CreateDialog {...props} close={close} />}
    >
      {t('Create')}
    </DialogButton>
  )
}
