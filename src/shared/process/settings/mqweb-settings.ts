/** The settings of the MQ web server and its queue managers that are not in `mqwebuser.xml`. */
import { definedMembers } from '../../lib/collections/defined-members.ts'
import { withoutBrackets } from './listening-settings.ts'
import { parseWholeNumber, readSecret, SettingError } from './parse-setting.ts'
import { openSettingText } from './setting-variables.ts'

export interface MqwebServiceSettings {
  /** The address on which the server listens; undefined for the property `httpHost`. */
  readonly host?: string
  /** Undefined for the property `httpsPort`. */
  readonly port?: number
  /** The user of a new `mqwebuser.xml`. */
  readonly firstAdmin?: { readonly name: string; readonly password: string }
}

/** Reads the settings of the environment. Throws `SettingError`. */
export function readMqwebSettings(environment: Readonly<Record<string, string | undefined>>): MqwebServiceSettings {
  const text = (name: string) => environment[name] ?? ''
  const port = text('SLUICE_MQWEB_PORT')
  const host = withoutBrackets(text('SLUICE_HOST'))
  const name = text('SLUICE_MQWEB_ADMIN')
  const password = readSecret('SLUICE_MQWEB_ADMIN_PASSWORD', text)
  if ((name === '') !== (password === ''))
    throw new SettingError(
      'SLUICE_MQWEB_ADMIN and SLUICE_MQWEB_ADMIN_PASSWORD (or SLUICE_MQWEB_ADMIN_PASSWORD_FILE) must both be set, found one of them',
    )
  return definedMembers({
    host: host || undefined,
    port: /^\d{1,5}$/.test(port) ? Number(port) : undefined,
    firstAdmin: name === '' ? undefined : { name, password },
  })
}

/** Returns bytes. Throws `SettingError` when the variable is not a whole number. */
export function readMinFreeBytes(environment: Readonly<Record<string, string | undefined>>): number {
  return parseWholeNumber(openSettingText(environment), 'SLUICE_MQ_MIN_FREE_MB', 0, 1_000_000) * 1_048_576
}
