export { formatDuration, formatRelativeTime } from '../../../ui/text/format-relative-time.ts'
