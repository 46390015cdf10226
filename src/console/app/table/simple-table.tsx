/** A short table without sorting and selection: its frame, its header row, and the rows that are its children. */
import { Table, TableBody, TableContainer } from '@carbon/react'
import type { ReactNode } from 'react'

import '../styles/work.scss'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'

export interface SimpleTableProps {
  /** The name of the table for assistive technology. */
  label: string
  /** The visible title; absent below the header of a page, which has it. */
  title?: string
  titles: readonly string[]
  /** Whether the last cell of each row has buttons. */
  actions?: boolean
  children: ReactNode
}

export function SimpleTable({ label, title, titles, actions = false, children }: SimpleTableProps) {
  return (
    <TableContainer className="list" {...(title !== undefined && { title })}>
      <ScrollRegion label={label}>
        <Table size="md" aria-label={label}>
          <TableHeaderRow titles={titles} actions={actions} />
          <TableBody>{children}</TableBody>
        </Table>
      </ScrollRegion>
    </TableContainer>
  )
}
