/** The fields that several forms of applications have: redirect URIs, and how long a new secret is valid. */
import { Button } from '@carbon/react'
import type { FormField } from '../../../ui/forms/form-rows.ts'
import { t } from '../../../ui/text/t.ts'
import { usePortalInfo } from '../session/portal-info.tsx'
import { buildExpiryChoices } from './expiry-choices.ts'

/** A draft with redirect URIs, one in each line. */
interface RedirectsDraft {
  redirects: string
}

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
