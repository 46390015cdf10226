/** Formats the time when a secret was last used. */
import type { ApplicationView } from '../../rest/index.ts'

/** `index` counts from 0, the newest secret. */
export function formatLastUsed({ secretsLastUsed }: ApplicationView, index: number): string {
  const at = secretsLastUsed[index]
  return at ? `last used ${new Date(at).toLocaleString()}` : 'not used yet'
}
