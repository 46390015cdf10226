/** The texts of the home page. */
import { t } from '../../../ui/text/t.ts'

export const homeTexts = {
  welcome: (user: string) => t('Welcome, {user}', { user }),
  managers: t('Queue managers'),
  queues: (count: number) => t('{count, plural, one {# queue} other {# queues}}', { count }),
  messages: (count: number) => t('{count, plural, one {# message} other {# messages}}', { count }),
  connections: (count: number) => t('{count, plural, one {# connection} other {# connections}}', { count }),
  put: t('Put'),
  got: t('Got'),
  perSecond: (value: string) => `${value}/s`,
  rateLabel: (what: string, value: string) => t('{what} per second in the last hour, now {value}', { what, value }),
  deadLetters: (count: number, queue: string) =>
    t('{count, plural, one {# message} other {# messages}} on the dead-letter queue {queue}', {
      count,
      queue,
    }),
  filling: t('Full soon'),
  deepest: t('Deepest queues'),
  oldest: t('Oldest messages'),
  channels: t('Channels that need attention'),
  full: t('full'),
  fullIn: (minutes: number) =>
    minutes >= 600 ? t('almost full') : t('full in {time}', { time: formatMinutes(minutes) }),
  noneFilling: t('No queue fills up.'),
  noneHeld: t('No queue holds messages.'),
  noneTroubled: t('Every channel that was started runs.'),
  noManagers: t('There is no queue manager yet.'),
  createManager: t('Create a queue manager'),
  stopped: t('Start it on its page.'),
  notAllowed: (reason: number) => t('You may not connect to it (reason {reason}).', { reason: String(reason) }),
} as const

/** Why a channel in a state does not transfer messages, and what to do. */
export const channelTroubles: Readonly<Record<string, string>> = {
  RETRYING: t('It cannot reach its partner and tries again.'),
  STOPPED: t('It was stopped. Start it to transfer messages.'),
  PAUSED: t('It waits before it tries to put a message again.'),
  DISCONNECTED: t('Its session has ended.'),
}

export const inDoubtTrouble = t('Its last batch is in doubt: the partner has not confirmed it.')

function formatMinutes(minutes: number): string {
  return minutes < 60 ? t('{minutes} min', { minutes }) : t('{hours} h', { hours: Math.round(minutes / 60) })
}

export function formatAge(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds })
  if (seconds < 3600) return t('{minutes} min', { minutes: Math.round(seconds / 60) })
  return seconds < 172_800
    ? t('{hours} h', { hours: Math.round(seconds / 3600) })
    : t('{days} days', { days: Math.round(seconds / 86_400) })
}
