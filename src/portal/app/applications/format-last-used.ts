/** Formats the time when a secret was last used. */
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'

/** `index` counts from 0, the newest secret. */
export function formatLastUsed({ secretsLastUsed }: ApplicationView, index: number): string {
  const at = secretsLastUsed[index]
  return at ? t('last used {time}', { time: formatDateTime(at) }) : t('not used yet')
}
