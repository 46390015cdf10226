/** The table of security definition types. */
import { apiKey } from './api-key.ts'
import { basic } from './basic.ts'
import { oauth2 } from './oauth2.ts'

export const securityTypes = [apiKey, basic, oauth2] as const
