/** Lets the user choose the console type: pages, or dashboards with widgets. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'

import { navigate } from '../../../ui/routing/use-location-hash.ts'
import type { ConsoleType } from '../api/layout.ts'
import { dashboardTexts } from '../wording/dashboard-texts.ts'
import { useLayout } from './layout-provider.tsx'

export function ConsoleTypePicker() {
  const { layout, change } = useLayout()
  if (!layout) return null

  function choose(type: ConsoleType) {
    change((before) => ({ ...before, type }))
    navigate(type === 'dashboards' ? '#/dashboards' : '#/home')
  }

  return (
    <RadioButtonGroup
      legendText={dashboardTexts.consoleType}
      name="console-type"
      orientation="vertical"
      valueSelected={layout.type}
      onChange={(value) => choose(value as ConsoleType)}
    >
      <RadioButton value="pages" labelText={dashboardTexts.pages} />
      <RadioButton value="dashboards" labelText={dashboardTexts.dashboards} />
    </RadioButtonGroup>
  )
}
