/** A button that opens the dialog to connect to another queue manager; the dialog is loaded with the first click. */
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { useSession } from '../../kit/session/session.tsx'

const ConnectDialog = lazyPart(() => import('./connect-dialog.tsx'))

/** Nothing is shown to users who may change nothing. */
export function ConnectButton({ manager, size = 'lg' }: { manager: string; size?: 'md' | 'lg' }) {
  const { rights } = useSession()
  if (!rights.change) return null
  return (
    <DialogButton size={size} kind="tertiary" dialog={(close) => <ConnectDialog manager={manager} close={close} />}>
      {t('Connect to another queue manager')}
    </DialogButton>
  )
}
