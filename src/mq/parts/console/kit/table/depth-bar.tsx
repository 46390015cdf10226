/** Numbers with a bar: the depth of a queue, and how many files of a transfer have ended. */
import type { ReactNode } from 'react'
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'

export function DepthBar({ depth, most }: { depth: number; most: number }) {
  const part = most === 0 ? 0 : Math.min(1, depth / most)
  const level = part >= 0.9 ? 'depth__bar--high' : part >= 0.7 ? 'depth__bar--raised' : ''
  return (
    <Bar title={t('{depth} of {most}', { depth, most })} part={part} level={level}>
      {formatNumber(depth)}
    </Bar>
  )
}

export type FileProgressProps = { done: number; total: number; isRunning: boolean }

/** The number of files of a transfer, with a bar while it runs. */
export function FileProgress({ done, total, isRunning }: FileProgressProps) {
  if (!isRunning || total === 0) return <>{formatNumber(total)}</>
  const text = t('{done} of {total}', { done, total })
  return (
    <Bar title={text} part={done / total}>
      {text}
    </Bar>
  )
}

interface BarProps {
  title: string
  /** The filled part of the bar, from 0 to 1. */
  part: number
  /** The class of the colour of the bar. */
  level?: string
  children: ReactNode
}

export function Bar({ title, part, level = '', children }: BarProps) {
  return (
    <span className="depth" title={title}>
      <span>{children}</span>
      <svg className={`depth__bar ${level}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="depth__room" width="100" height="4" />
        <rect className="depth__level" width={part * 100} height="4" />
      </svg>
    </span>
  )
}
