/** The header row of a simple table: column titles, and a hidden title for the actions column. */
import { TableHead, TableHeader, TableRow } from '@carbon/react'
import { t } from '../text/t.ts'

export function TableHeaderRow({ titles, actions = false }: { titles: readonly string[]; actions?: boolean }) {
  return (
    <TableHead>
      <TableRow>
        {titles.map((title) => (
          <TableHeader key={title}>{title}</TableHeader>
        ))}
        {actions && <ActionsHeaderCell />}
      </TableRow>
    </TableHead>
  )
}

export function ActionsHeaderCell() {
  return (
    <TableHeader>
      <span className="cds--visually-hidden">{t('Actions')}</span>
    </TableHeader>
  )
}
