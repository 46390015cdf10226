/** A short list with a heading, which polls for changes. */
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Group } from '../../../ui/shell/group.tsx'

export interface ListPanelProps<T> {
  title: string
  manager: string
  load(manager: string, signal: AbortSignal): Promise<readonly T[]>
  /** The text for an empty list. */
  empty: string
  row(item: T): { key: string; shown: ReactNode }
}

const freshMs = 10_000

export function ListPanel<T>({ title, manager, load, empty, row }: ListPanelProps<T>) {
  const { value, problem } = useResource(manager, (signal) => load(manager, signal), { intervalMs: freshMs })

  return (
    <Group title={title} className="panel">
      {problem && <ErrorNotice text={problem} />}
      {value?.length === 0 && <p>{empty}</p>}
      <ul>
        {value?.map(row).map(({ key, shown }) => (
          <li key={key} className="panel__row">
            {shown}
          </li>
        ))}
      </ul>
    </Group>
  )
}
