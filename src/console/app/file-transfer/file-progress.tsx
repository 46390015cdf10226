/** How many files of a transfer have ended, with a bar while it runs. */
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'

export interface FileProgressProps {
  done: number
  total: number
  isRunning: boolean
}

export function FileProgress({ done, total, isRunning }: FileProgressProps) {
  if (!isRunning || total === 0) return <>{formatNumber(total)}</>
  const text = t('{done} of {total}', { done, total })
  return (
    <span className="depth" title={text}>
      <span>{text}</span>
      <svg className="depth__bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="depth__room" width="100" height="4" />
        <rect className="depth__level" width={(done / total) * 100} height="4" />
      </svg>
    </span>
  )
}
