/** The OAuth grants and their titles. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Grant } from '../../rest/index.ts'

export const grantTitles: Readonly<Record<Grant, string>> = {
  password: t('Password'),
  application: t('Client credentials'),
  access_code: t('Authorization code'),
  refresh_token: t('Refresh token'),
}

export const allGrants = Object.keys(grantTitles) as readonly Grant[]
