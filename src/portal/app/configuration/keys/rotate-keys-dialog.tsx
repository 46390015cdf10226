/** Confirms a rotation of signing keys and says what it means for tokens. */
import { ConfirmDialog } from '../../../../ui/feedback/action-dialog.tsx'
import { locale } from '../../../../ui/text/language.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ProviderKeysView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'

export interface RotateKeysDialogProps {
  provider: ProviderKeysView
  changed(): void
  close(): void
}

export function RotateKeysDialog({ provider, changed, close }: RotateKeysDialogProps) {
  return (
    <ConfirmDialog
      title={t('Rotate the keys of {title}', { title: provider.title })}
      action={t('Rotate')}
      run={() => requestResource('POST /configuration/keys/:provider', { provider: provider.provider }, {})}
      done={t('The keys were rotated')}
      about={provider.title}
      succeeded={changed}
      close={close}
    >
      <ul className="dialog__list">
        <li>{t('A new key is published at once and signs new tokens after 2 seconds.')}</li>
        <li>
          {t(
            'Tokens of the present key stay valid until they expire, at most {duration} from now. Refresh tokens are not affected.',
            { duration: formatDuration(provider.accessTokenSeconds) },
          )}
        </li>
        <li>{t('Resource servers that cache the published keys reject new tokens until they read the keys again.')}</li>
      </ul>
    </ConfirmDialog>
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats a duration in its largest whole unit: `60 minutes`, `90 seconds`, `2 days`. Pure. */
function formatDuration(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each && seconds % each === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
