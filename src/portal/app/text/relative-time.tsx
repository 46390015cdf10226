export { RelativeTime } from '../../../ui/text/relative-time.tsx'
