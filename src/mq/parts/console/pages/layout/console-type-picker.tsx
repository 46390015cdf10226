/** Lets the user choose the console type: pages, or dashboards with widgets. */
import { ChoiceRadios } from '../../../../../shared/ui/forms/choice-radios.tsx'
import type { Choices } from '../../../../../shared/ui/forms/choices.tsx'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ConsoleType } from '../../contract/layout.ts'
import { useLayout } from './layout-provider.tsx'

const consoleTypes: Choices = [
  ['pages', t('Pages')],
  ['dashboards', t('Dashboards')],
]

export default function ConsoleTypePicker() {
  const { layout, change } = useLayout()
  if (!layout) return null

  function choose(type: ConsoleType) {
    change((before) => ({ ...before, type }))
    navigate(type === 'dashboards' ? '#/dashboards' : '#/home')
  }

  return (
    <ChoiceRadios
      legend={t('Console type')}
      name="console-type"
      choices={consoleTypes}
      value={layout.type}
      change={(value) => choose(value as ConsoleType)}
    />
  )
}
