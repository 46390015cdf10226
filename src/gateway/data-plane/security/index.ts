/** The table of security definition types. */
import { apiKeySecurity } from './api-key.ts'
import { basicSecurity } from './basic.ts'
import { oauth2Security } from './oauth2.ts'

export const securityTypes = [apiKeySecurity, basicSecurity, oauth2Security] as const
