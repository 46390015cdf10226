/** The grants, as people and as the token endpoint call them. */
import type { Grant } from '../../rest/index.ts'

export const grantTitles: Readonly<Record<Grant, string>> = {
  password: 'Password',
  application: 'Client credentials',
  access_code: 'Authorization code',
  refresh_token: 'Refresh token',
}

export const allGrants = Object.keys(grantTitles) as readonly Grant[]
