/** The page of dashboards of a user who has none: a ready one to look at, and to copy. */
import { Button } from '@carbon/react'
import { Edit } from '@carbon/react/icons'
import { useMemo } from 'react'
import { EmptyState } from '../../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Dashboard } from '../../contract/layout.ts'
import type { ManagerHealth } from '../../contract/managers.ts'
import { loadHealth } from '../../kit/api/managers.ts'
import { RangePicker } from '../charts/chart-range.tsx'
import { isManagerReachable } from '../managers/manager-state-tag.tsx'
import { copyDashboard } from './arrange-widgets.ts'
import { buildStarterDashboard } from './build-starter.ts'
import { WidgetFrame } from './widget-frame.tsx'

export function StarterDashboard({ add }: { add(dashboard: Dashboard): void }) {
  const health = useResource('starter', loadHealth)
  return (
    <Loaded resource={health}>
      {(managers) => {
        const usable = managers.filter((each) => isManagerReachable(each) && each.reason === undefined)
        if (usable.length > 0) return <ReadyDashboard managers={usable} add={add} />
        const text = t('A dashboard shows the queues, channels and charts that you want to see together.')
        return <EmptyState title={t('There is no dashboard yet')} text={text} />
      }}
    </Loaded>
  )
}

type ReadyDashboardProps = { managers: readonly ManagerHealth[]; add(dashboard: Dashboard): void }

function ReadyDashboard({ managers, add }: ReadyDashboardProps) {
  const dashboard = useMemo(() => buildStarterDashboard(managers), [managers])
  return (
    <>
      <div className="dashboard__starter">
        <p>{t('You have no dashboard yet. This one is made from what runs now; change a copy of it.')}</p>
        <Button
          size="md"
          kind="tertiary"
          renderIcon={Edit}
          onClick={() => add(copyDashboard(dashboard, dashboard.title))}
        >
          {t('Edit a copy')}
        </Button>
        <RangePicker />
      </div>
      <div className="dashboard">
        {dashboard.widgets.map((widget) => (
          <WidgetFrame key={widget.id} widget={widget} />
        ))}
      </div>
    </>
  )
}
