/** Shows the use of each plan limit as a bar. */
import { Group } from '../../../ui/shell/group.tsx'
import { formatTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { LimitUsage, PlanUsage } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { LimitMeter } from '../text/limit-meter.tsx'

export interface PlanMetersProps {
  plans: readonly PlanUsage[]
  titles: CatalogTitles
}

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
