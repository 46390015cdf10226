/** The choice of how long a new client secret is valid. */

import { Select, SelectItem } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'

import { usePortalInfo } from '../session/portal-info.tsx'
import { buildExpiryChoices } from './expiry-choices.ts'

export interface SecretExpiryFieldProps {
  /** The days as a text; empty for a secret that does not expire. */
  value: string
  change(value: string): void
}

export function SecretExpiryField({ value, change }: SecretExpiryFieldProps) {
  const { maxSecretDays } = usePortalInfo()
  const helperText =
    maxSecretDays > 0
      ? t('Secrets of this portal are valid for at most {maxSecretDays} days.', { maxSecretDays })
      : t('The gateway rejects the secret after this time. You can replace it before.')
  return (
    <Select
      id="secret-expiry"
      labelText={t('The secret expires')}
      helperText={helperText}
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {buildExpiryChoices(maxSecretDays).map(([days, title]) => (
        <SelectItem key={days} value={days} text={title} />
      ))}
    </Select>
  )
}
