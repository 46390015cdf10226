/** The fields that several forms of applications have: redirect URIs, and how long a new secret is valid. */
import { Button } from '@carbon/react'
import { CopyableText } from '../../../../../shared/ui/body/copyable-text.tsx'
import { Dialog, type DialogProps } from '../../../../../shared/ui/feedback/dialog.tsx'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import type { FormField } from '../../../../../shared/ui/forms/form-rows.ts'
import { DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import type { StateWords } from '../../../../../shared/ui/shell/state-tag.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import { usePortalInfo } from '../session/portal-info.tsx'
import { buildExpiryChoices } from './expiry-choices.ts'

/** The words for the states of applications and subscriptions. */
export const stateWords: StateWords = {
  enabled: [t('enabled'), 'green'],
  pending: [t('awaits approval'), 'purple'],
  disabled: [t('disabled'), 'red'],
  denied: [t('denied'), 'red'],
}

interface NewSecretDialogProps extends Omit<DialogProps, 'size' | 'cancel' | 'loses' | 'focus'> {
  clientId: string
  /** Undefined for a public application, which has no secret. */
  clientSecret?: string | undefined
}

/** A dialog with the client id and a new secret, which cannot be shown again. */
export function NewSecretDialog({ clientId, clientSecret, children, ...dialog }: NewSecretDialogProps) {
  const loses = clientSecret && t('The secret cannot be shown again. Have you stored it?')
  return (
    <Dialog size="sm" cancel={t('Close')} loses={loses} focus=".dialog__body" {...dialog}>
      {children}
      <DescriptionList
        facts={[
          [t('Client id'), <CopyableText key="id" text={clientId} label={t('Client id')} />],
          clientSecret && [
            t('Client secret'),
            <CopyableText key="secret" text={clientSecret} label={t('Client secret')} />,
          ],
        ]}
      />
      {clientSecret && (
        <Notice kind="warning" title={t('The secret is shown only now.')}>
          {tElements('Store it where your program reads it. Until you close this tab, {page} can use it as well.', {
            page: <em>{t('Try it')}</em>,
          })}
        </Notice>
      )}
    </Dialog>
  )
}

/** A draft with redirect URIs, one in each line. */
type RedirectsDraft = { redirects: string }

export const redirectsField: FormField<RedirectsDraft> = {
  name: 'redirects',
  label: t('Redirect addresses'),
  kind: 'lines',
  help: t('One in each line. Only the authorization code needs them.'),
}

/** A button that adds the redirect URI of this portal; nothing when the text has it. */
export function AddCallbackButton({ value, change }: { value: string; change(redirects: string): void }) {
  const { callback } = usePortalInfo()
  const lines = splitLines(value)
  if (lines.includes(callback)) return null
  return (
    <Button size="sm" kind="ghost" onClick={() => change([...lines, callback].join('\n'))}>
      {t('Add this portal, to try it from here')}
    </Button>
  )
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the field for how long a new secret is valid: the days as a text, empty for a secret that does not expire. */
export function useSecretLifeField(): FormField<{ life: string }> {
  const { maxSecretDays } = usePortalInfo()
  return {
    name: 'life',
    label: t('The secret expires'),
    kind: 'choice',
    choices: buildExpiryChoices(maxSecretDays),
    help:
      maxSecretDays > 0
        ? t('Secrets of this portal are valid for at most {maxSecretDays} days.', { maxSecretDays })
        : t('The gateway rejects the secret after this time. You can replace it before.'),
  }
}
