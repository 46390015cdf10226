/** Shows the depth of a queue as a number with a bar. */
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'

export function DepthBar({ depth, most }: { depth: number; most: number }) {
  const part = most === 0 ? 0 : Math.min(1, depth / most)
  const level = part >= 0.9 ? 'high' : part >= 0.7 ? 'raised' : 'low'
  return (
    <span className="depth" title={t('{depth} of {most}', { depth, most })}>
      <span className="depth__number">{formatNumber(depth)}</span>
      <svg
        className={`depth__bar depth__bar--${level}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="depth__room" width="100" height="4" />
        <rect className="depth__level" width={part * 100} height="4" />
      </svg>
    </span>
  )
}
