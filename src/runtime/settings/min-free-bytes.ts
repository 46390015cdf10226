/** The free space below which queue managers refuse persistent messages. */
import { parseWholeNumber } from './parse-setting.ts'

/** The value of `SLUICE_MQ_MIN_FREE_MB` when it is not set. */
export const defaultMinFreeMb = '64'

/** Returns bytes. Throws `SettingError` when the variable is not a whole number. */
export function readMinFreeBytes({
  SLUICE_MQ_MIN_FREE_MB: text = '',
}: Readonly<Record<string, string | undefined>>): number {
  return parseWholeNumber('SLUICE_MQ_MIN_FREE_MB', text || defaultMinFreeMb, 0, 1_000_000) * 1_048_576
}
