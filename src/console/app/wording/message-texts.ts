/** The texts of messages on a queue. */
import { t } from '../../../ui/text/t.ts'

export const messageTexts = {
  putOnly: t('You may put messages on this queue, but not browse them.'),
} as const
