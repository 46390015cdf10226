/** How the gateway and the MQ web server take connections of clients. */
import {
  type ConnectionSettings,
  defaultMaxConnections,
  defaultMaxPerAddress,
} from '../../http/inbound/connection-settings.ts'
import { parseChoice, parseWholeNumber } from './parse-setting.ts'

export type ConnectionVariable = keyof typeof connectionVariables

/** The rows of the table in `settings.ts` that are read here. */
export const connectionVariables = {
  SLUICE_HTTP_FAST_PATH: ['on', "off: node's own HTTP server serves every request: on, off"],
  SLUICE_MAX_CONNECTIONS: ['', 'connections of clients for each process; half of the open files when empty'],
  SLUICE_MAX_CONNECTIONS_PER_ADDRESS: ['', 'of these, from the same address; three quarters when empty'],
} as const

const maxConnectionsSetting = 1_000_000

/** Throws `SettingRefused`. */
export function parseConnectionSettings(text: (name: ConnectionVariable) => string): ConnectionSettings {
  const number = (name: ConnectionVariable, otherwise: () => number) =>
    text(name) === '' ? otherwise() : parseWholeNumber(name, text(name), 1, maxConnectionsSetting)
  const fastPath = parseChoice('SLUICE_HTTP_FAST_PATH', text('SLUICE_HTTP_FAST_PATH'), ['on', 'off']) === 'on'
  const maxConnections = number('SLUICE_MAX_CONNECTIONS', defaultMaxConnections)
  const maxPerAddress = number('SLUICE_MAX_CONNECTIONS_PER_ADDRESS', () =>
    Math.min(maxConnections, defaultMaxPerAddress(maxConnections)),
  )
  return { fastPath, maxConnections, maxPerAddress }
}

/** The same for a process that reads nothing else of the environment. */
export function readConnectionSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ConnectionSettings {
  return parseConnectionSettings((name) => environment[name] || connectionVariables[name][0])
}
