/** The OAuth grants and their titles. */
import type { Grant } from '../../rest/index.ts'

export const grantTitles: Readonly<Record<Grant, string>> = {
  password: 'Password',
  application: 'Client credentials',
  access_code: 'Authorization code',
  refresh_token: 'Refresh token',
}

export const allGrants = Object.keys(grantTitles) as readonly Grant[]
