import type { ReactNode } from 'react'
import { ChoiceSwitcher } from '../../../ui/forms/choices.tsx'
import { useLocalPreference } from '../../../ui/preferences/local-preferences.ts'
import { t } from '../../../ui/text/t.ts'

const ranges = [5, 10, 30, 60].map((range) => [String(range), t('{range} min', { range })] as const)

export function HistoryCharts({ label, children }: { label: string; children(minutes: number): ReactNode }) {
  const [minutes, setMinutes] = useLocalPreference('minutes', 60)
  return (
    <section aria-label={label}>
      <ChoiceSwitcher
        className="charts__range"
        label={t('How far back')}
        choices={ranges}
        value={String(minutes)}
        change={(name) => setMinutes(Number(name))}
      />
      <div className="charts">{children(minutes)}</div>
    </section>
  )
}
