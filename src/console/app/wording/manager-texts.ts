/** The texts about queue managers that are stopped or do not exist. */
import { t } from '../../../ui/text/t.ts'

export const managerTexts = {
  unknown: (name: string) => t('There is no queue manager {name} on this server.', { name }),
  all: t('All queue managers'),
  stopped: (name: string) =>
    t('{name} is not running. Its queues, messages and channels are available after a start.', { name }),
  start: t('Start'),
  started: t('Queue manager started'),
  noRight: t('An administrator can start it.'),
} as const
