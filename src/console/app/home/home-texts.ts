/** The words for ages, and for channels that do not transfer messages. */
import { t } from '../../../ui/text/t.ts'

/** Why a channel in a state does not transfer messages, and what to do. */
export const channelTroubles: Readonly<Record<string, string>> = {
  RETRYING: t('It cannot reach its partner and tries again.'),
  STOPPED: t('It was stopped. Start it to transfer messages.'),
  PAUSED: t('It waits before it tries to put a message again.'),
  DISCONNECTED: t('Its session has ended.'),
}

export const inDoubtTrouble = t('Its last batch is in doubt: the partner has not confirmed it.')

/** Returns in which time a queue is full. */
export function describeTimeToFull(minutes: number): string {
  if (minutes === 0) return t('full')
  return minutes >= 600 ? t('almost full') : t('full in {time}', { time: formatMinutes(minutes) })
}

function formatMinutes(minutes: number): string {
  return minutes < 60 ? t('{minutes} min', { minutes }) : t('{hours} h', { hours: Math.round(minutes / 60) })
}

export function formatAge(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds })
  if (seconds < 172_800) return formatMinutes(Math.round(seconds / 60))
  return t('{days} days', { days: Math.round(seconds / 86_400) })
}
