/** The last hour of a queue: depth, rates, and how long its oldest message has waited. */
import { queueHistory } from '../api/history.ts'
import { Problem } from '../feedback/problem.tsx'
import { Waiting } from '../feedback/waiting.tsx'
import { LineChart } from './line-chart.tsx'
import { useHour } from './use-hour.ts'

export default function StatisticsPanel({ manager, queue }: { manager: string; queue: string }) {
  const { value, problem, reload } = useHour(`${manager}/${queue}`, (since, signal) =>
    queueHistory(manager, queue, since, signal),
  )

  return (
    <section className="charts" aria-label="Statistics">
      {problem && <Problem text={problem} again={reload} />}
      {!value && !problem && <Waiting />}
      {value && (
        <>
          <LineChart title="Depth" unit="" hour={value} lines={[['depth', 'Messages']]} whole />
          <LineChart
            title="Messages per second"
            unit="/s"
            hour={value}
            lines={[
              ['puts', 'Put'],
              ['gets', 'Get'],
            ]}
          />
          <LineChart title="Age of the oldest message" unit="s" hour={value} lines={[['age', 'Age']]} />
        </>
      )}
    </section>
  )
}
