/** A table of what a resource returns: the error, the loading indicator, the empty state, or the rows. */
import type { ReactNode } from 'react'

import { EmptyState, type EmptyStateProps } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import type { PolledResource } from '../../../ui/feedback/use-resource.ts'
import { SimpleTable, type SimpleTableProps } from './simple-table.tsx'

interface ResourceTableProps<T> extends Omit<SimpleTableProps, 'children'> {
  resource: Pick<PolledResource<readonly T[]>, 'value' | 'problem' | 'reload'>
  empty: EmptyStateProps
  /** Returns the row of an item, with a key. */
  renderRow(item: T): ReactNode
}

export function ResourceTable<T>({ resource, empty, renderRow, ...table }: ResourceTableProps<T>) {
  const { value, problem, reload } = resource
  return (
    <>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.length === 0 && <EmptyState {...empty} />}
      {value && value.length > 0 && <SimpleTable {...table}>{value.map(renderRow)}</SimpleTable>}
    </>
  )
}
