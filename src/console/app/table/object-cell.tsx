/** A cell of a list: the name as a link, a depth as a bar, everything else as text. */
import { TableCell } from '@carbon/react'
import { formatNumber } from '../../../ui/text/format.ts'
import { type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'
import { DepthBar } from './depth-bar.tsx'

export function ObjectCell({
  column,
  row,
  to,
}: {
  column: ObjectColumn
  row: ObjectRow
  to(row: ObjectRow): string
}) {
  const value = readCellValue(column, row)
  const bar = column.readFill?.(row)
  if (bar) {
    return (
      <TableCell className="list__number">
        <DepthBar depth={bar[0]} most={bar[1]} />
      </TableCell>
    )
  }
  if (column.id === 'name') {
    return (
      <TableCell>
        <a className="cds--link list__name" href={to(row)}>
          {value}
        </a>
      </TableCell>
    )
  }
  const shown = typeof value === 'number' && !column.ungrouped ? formatNumber(value) : value
  return <TableCell className={column.numeric ? 'list__number' : 'list__text'}>{shown}</TableCell>
}
