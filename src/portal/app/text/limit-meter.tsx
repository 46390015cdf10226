/** Shows how much of a limit is used, as a bar. Carbon's progress bar announces that something is loading, in English. */
import { ErrorFilled } from '@carbon/react/icons'
import { useId } from 'react'

export interface LimitMeterProps {
  label: string
  helperText: string
  used: number
  limit: number
  /** Whether the limit is used up. */
  isExceeded: boolean
}

export function LimitMeter({ label, helperText, used, limit, isExceeded }: LimitMeterProps) {
  const id = useId()
  const helpId = useId()
  const value = Math.min(used, limit)
  return (
    <div
      className={`cds--progress-bar cds--progress-bar--big cds--progress-bar--default${isExceeded ? ' cds--progress-bar--error' : ''}`}
    >
      <div className="cds--progress-bar__label" id={id}>
        <span className="cds--progress-bar__label-text">{label}</span>
        {isExceeded && <ErrorFilled size={16} className="cds--progress-bar__status-icon" />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element in their own way */}
      <div
        className="cds--progress-bar__track"
        role="meter"
        aria-labelledby={id}
        aria-describedby={helpId}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={value}
      >
        <div
          className="cds--progress-bar__bar"
          style={isExceeded ? undefined : { transform: `scaleX(${value / limit})` }}
        />
      </div>
      <div className="cds--progress-bar__helper-text" id={helpId}>
        {helperText}
      </div>
    </div>
  )
}
