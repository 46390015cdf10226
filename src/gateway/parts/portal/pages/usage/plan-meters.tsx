/** Shows the use of each plan limit as a bar. */
import '@carbon/styles/scss/components/progress-bar/_index.scss'
import { ErrorFilled } from '@carbon/react/icons'
import { useId } from 'react'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { formatTime } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { LimitUsage, PlanUsage } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'

interface LimitMeterProps {
  label: string
  helperText: string
  used: number
  limit: number
  /** Whether the limit is used up. */
  isExceeded: boolean
}

/** Shows how much of a limit is used, as a bar. Carbon's progress bar announces that something is loading, in English. */
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

type PlanMetersProps = { plans: readonly PlanUsage[]; titles: CatalogTitles }

export function PlanMeters({ plans, titles: { describeApi, describePlan } }: PlanMetersProps) {
  if (plans.length === 0) return null
  return (
    <Group title={t('What is left of the plans')}>
      <div className="meters">
        {plans.flatMap(({ product, plan, limits }) =>
          limits.map((limit) => (
            <Meter
              key={`${product} ${plan} ${limit.kind} ${limit.part} ${limit.name}`}
              title={[describePlan(`${product}/${plan}`), describeApi(limit.part)].filter(Boolean).join(' · ')}
              limit={limit}
            />
          )),
        )}
      </div>
    </Group>
  )
}

function Meter({ title, limit }: { title: string; limit: LimitUsage }) {
  const { calls, used, words } = limit
  if (calls === null) {
    return (
      <p>
        {title}: {words}
      </p>
    )
  }
  return (
    <LimitMeter
      label={title}
      helperText={`${words}. ${describeLimitUsage(limit)}`}
      used={used}
      limit={Math.max(1, calls)}
      isExceeded={used > calls}
    />
  )
}

/** Returns how much of a limit is used and left, and until when. */
export function describeLimitUsage({ used, calls, left, resetsAt }: LimitUsage): string {
  if (calls !== null && used > calls) {
    return t('{used} used, {excess} above the limit until {time}.', {
      used,
      excess: used - calls,
      time: resetsAt && formatTime(resetsAt),
    })
  }
  return t(resetsAt ? '{used} used, {left} left until {time}.' : '{used} used, {left} left.', {
    used,
    left: left ?? 0,
    time: resetsAt && formatTime(resetsAt),
  })
}
