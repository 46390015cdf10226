/** The words for the states of applications and subscriptions. */
import type { StateWords } from '../../../ui/shell/state-tag.tsx'
import { t } from '../../../ui/text/t.ts'

export const stateWords: StateWords = {
  enabled: [t('enabled'), 'green'],
  pending: [t('awaits approval'), 'purple'],
  disabled: [t('disabled'), 'red'],
  denied: [t('denied'), 'red'],
}
