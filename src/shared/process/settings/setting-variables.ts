/** The table of the environment variables that are settings. */
import { availableParallelism } from 'node:os'
import table from './setting-variables.json' with { type: 'json' }

export type SettingVariable = keyof typeof table

/** Returns the value of a variable; its default when it is not set. */
export type SettingText = (name: SettingVariable) => string

interface SettingRow {
  /** The value when the variable is not set; empty when absent. */
  default?: string
  help: string
  /** What documentation shows in place of the default value. */
  defaultInWords?: string
}

/** Every variable with its default value and its description. */
export const settingVariables: Readonly<Record<SettingVariable, SettingRow>> = {
  ...table,
  SLUICE_WORKERS: { ...table.SLUICE_WORKERS, default: String(availableParallelism()) },
}

/** Returns the texts of settings in an environment, with their defaults. */
export function openSettingText(environment: Readonly<Record<string, string | undefined>>): SettingText {
  return (name) => environment[name] || (settingVariables[name].default ?? '')
}

/**
 * Returns what to tell of an error at a start: `message`, and for a port that another process has taken (`EADDRINUSE` in its cause)
 * the variable that sets another port.
 */
export function describeStartError(error: unknown, message = (error as Error).message): string {
  const { code, port } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return message
  const rows = Object.entries(settingVariables).filter(([key]) => key.endsWith('_PORT'))
  const [name] = rows.find(([key, row]) => (process.env[key] || row.default) === String(port)) ?? []
  return name ? `${message}: end it, or set another port in ${name}` : message
}
