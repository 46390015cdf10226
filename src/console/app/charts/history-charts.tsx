/** Shows charts side by side, with a selector for their time range. */
import { ContentSwitcher, Switch } from '@carbon/react'
import { type ReactNode, useState } from 'react'
import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'
import { t } from '../../../ui/text/t.ts'

const ranges = [10, 30, 60]

export function HistoryCharts({ label, children }: { label: string; children(minutes: number): ReactNode }) {
  const [minutes, setMinutes] = useState(() => readLocalPreference<number>('minutes') ?? 60)

  function choose(name: string) {
    saveLocalPreference('minutes', Number(name))
    setMinutes(Number(name))
  }

  return (
    <section aria-label={label}>
      <ContentSwitcher
        className="charts__range"
        size="sm"
        aria-label={t('How far back')}
        selectedIndex={Math.max(0, ranges.indexOf(minutes))}
        onChange={({ name }) => choose(String(name))}
      >
        {ranges.map((range) => (
          <Switch key={range} name={String(range)} text={t('{range} min', { range })} />
        ))}
      </ContentSwitcher>
      <div className="charts">{children(minutes)}</div>
    </section>
  )
}
