/** Confirms a rotation of signing keys and says what it means for tokens. */
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import type { ProviderKeysView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { formatDuration } from './format-duration.ts'

export interface RotateKeysDialogProps {
  provider: ProviderKeysView
  changed(): void
  close(): void
}

export function RotateKeysDialog({ provider, changed, close }: RotateKeysDialogProps) {
  const action = useAction()

  async function confirm() {
    const rotate = () =>
      requestResource('POST /configuration/keys/:provider', { provider: provider.provider }, {})
    if (!(await action.run(rotate, 'The keys were rotated', provider.title))) return
    close()
    changed()
  }

  return (
    <ConfirmDialog
      title={`Rotate the keys of ${provider.title}`}
      action="Rotate"
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <ul className="dialog__list">
        <li>A new key is published at once and signs new tokens after 2 seconds.</li>
        <li>{`Tokens of the present key stay valid until they expire, at most ${formatDuration(provider.accessTokenSeconds)} from now. Refresh tokens are not affected.`}</li>
        <li>
          Resource servers that cache the published keys reject new tokens until they read the keys again.
        </li>
      </ul>
    </ConfirmDialog>
  )
}
