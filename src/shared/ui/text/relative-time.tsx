/** Shows how long ago a time is, with the exact time on hover. */
import { formatDateTime } from './format.ts'
import { formatRelativeTime } from './format-relative-time.ts'

export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at)}
    </time>
  )
}
