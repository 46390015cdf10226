/** Settings of client connections, for the gateway and the MQ web server. */
import {
  type ConnectionSettings,
  defaultMaxConnections,
  defaultMaxPerAddress,
} from '../../http/inbound/connection-settings.ts'
import { parseChoice, parseWholeNumber } from './parse-setting.ts'
import { openSettingText, type SettingText, type SettingVariable } from './setting-variables.ts'

const maxConnectionsSetting = 1_000_000

/** Parses the settings. Throws `SettingError`. */
export function parseConnectionSettings(text: SettingText): ConnectionSettings {
  const number = (name: SettingVariable, otherwise: () => number) =>
    text(name) === '' ? otherwise() : parseWholeNumber(text, name, 1, maxConnectionsSetting)
  const fastPath = parseChoice(text, 'SLUICE_HTTP_FAST_PATH', ['on', 'off']) === 'on'
  const http2 = parseChoice(text, 'SLUICE_HTTP2', ['on', 'off']) === 'on'
  const maxConnections = number('SLUICE_MAX_CONNECTIONS', defaultMaxConnections)
  const maxPerAddress = number('SLUICE_MAX_CONNECTIONS_PER_ADDRESS', () =>
    Math.min(maxConnections, defaultMaxPerAddress(maxConnections)),
  )
  return { fastPath, http2, maxConnections, maxPerAddress }
}

/** Reads the settings from an environment, for a process that reads no other settings. Throws `SettingError`. */
export function readConnectionSettings(environment: Readonly<Record<string, string | undefined>>): ConnectionSettings {
  return parseConnectionSettings(openSettingText(environment))
}
