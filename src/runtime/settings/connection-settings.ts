/** Settings of client connections, for the gateway and the MQ web server. */
import {
  type ConnectionSettings,
  defaultMaxConnections,
  defaultMaxPerAddress,
} from '../../http/inbound/connection-settings.ts'
import { parseChoice, parseWholeNumber } from './parse-setting.ts'

export type ConnectionVariable = keyof typeof connectionVariables

/** The environment variables that this file reads, as rows of the table in `settings.ts`. */
export const connectionVariables = {
  SLUICE_HTTP_FAST_PATH: [
    'on',
    "`off`: node's own HTTP server serves every request of the gateway and the MQ web server ([why](decisions/http-fast-path.md))",
  ],
  SLUICE_HTTP2: ['on', '`off`: the HTTPS listener of the gateway serves HTTP/1.1 only ([HTTP/2](#http2))'],
  SLUICE_MAX_CONNECTIONS: [
    '',
    '[connections of clients](#limits-of-connections) of each worker, and of the MQ web server',
    'half of the open files that the system grants, at most 16,384',
  ],
  SLUICE_MAX_CONNECTIONS_PER_ADDRESS: [
    '',
    'of these, connections from the same address (of IPv6, the same /64)',
    'three quarters of these',
  ],
} as const

const maxConnectionsSetting = 1_000_000

/** Parses the settings. Throws `SettingError`. */
export function parseConnectionSettings(text: (name: ConnectionVariable) => string): ConnectionSettings {
  const number = (name: ConnectionVariable, otherwise: () => number) =>
    text(name) === '' ? otherwise() : parseWholeNumber(name, text(name), 1, maxConnectionsSetting)
  const fastPath = parseChoice('SLUICE_HTTP_FAST_PATH', text('SLUICE_HTTP_FAST_PATH'), ['on', 'off']) === 'on'
  const http2 = parseChoice('SLUICE_HTTP2', text('SLUICE_HTTP2'), ['on', 'off']) === 'on'
  const maxConnections = number('SLUICE_MAX_CONNECTIONS', defaultMaxConnections)
  const maxPerAddress = number('SLUICE_MAX_CONNECTIONS_PER_ADDRESS', () =>
    Math.min(maxConnections, defaultMaxPerAddress(maxConnections)),
  )
  return { fastPath, http2, maxConnections, maxPerAddress }
}

/** Reads the settings from an environment, for a process that reads no other settings. Throws `SettingError`. */
export function readConnectionSettings(environment: Readonly<Record<string, string | undefined>>): ConnectionSettings {
  return parseConnectionSettings((name) => environment[name] || connectionVariables[name][0])
}
