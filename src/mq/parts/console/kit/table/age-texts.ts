/** The words for ages. */
import { t } from '../../../../../shared/ui/text/t.ts'

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
