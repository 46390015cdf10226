/** Shows the depth of a queue as a number with a bar. */
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'

export function DepthBar({ depth, most }: { depth: number; most: number }) {
  const part = most === 0 ? 0 : Math.min(1, depth / most)
  const level = part >= 0.9 ? ' depth__bar--high' : part >= 0.7 ? ' depth__bar--raised' : ''
  return (
    <span className="depth" title={t('{depth} of {most}', { depth, most })}>
      <span>{formatNumber(depth)}</span>
      <svg className={`depth__bar${level}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="depth__room" width="100" height="4" />
        <rect className="depth__level" width={part * 100} height="4" />
      </svg>
    </span>
  )
}
