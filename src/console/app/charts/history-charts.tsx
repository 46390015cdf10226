import { type ReactNode, useState } from 'react'
import { ChoiceSwitcher } from '../../../ui/forms/choices.tsx'
import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'
import { t } from '../../../ui/text/t.ts'

const ranges = [10, 30, 60].map((range) => [String(range), t('{range} min', { range })] as const)

export function HistoryCharts({ label, children }: { label: string; children(minutes: number): ReactNode }) {
  const [minutes, setMinutes] = useState(() => readLocalPreference<number>('minutes') ?? 60)
  function choose(name: string) {
    saveLocalPreference('minutes', Number(name))
    setMinutes(Number(name))
  }
  return (
    <section aria-label={label}>
      <ChoiceSwitcher
        className="charts__range"
        label={t('How far back')}
        choices={ranges}
        value={String(minutes)}
        change={choose}
      />
      <div className="charts">{children(minutes)}</div>
    </section>
  )
}
