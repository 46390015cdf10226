/** Lets the user choose the console type: pages, or dashboards with widgets. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'
import type { ConsoleType } from '../../../contract/console/layout.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import { useLayout } from './layout-provider.tsx'

export default function ConsoleTypePicker() {
  const { layout, change } = useLayout()
  if (!layout) return null

  function choose(type: ConsoleType) {
    change((before) => ({ ...before, type }))
    navigate(type === 'dashboards' ? '#/dashboards' : '#/home')
  }

  return (
    <RadioButtonGroup
      legendText={t('Console type')}
      name="console-type"
      orientation="vertical"
      valueSelected={layout.type}
      onChange={(value) => choose(value as ConsoleType)}
    >
      <RadioButton value="pages" labelText={t('Pages')} />
      <RadioButton value="dashboards" labelText={t('Dashboards')} />
    </RadioButtonGroup>
  )
}
