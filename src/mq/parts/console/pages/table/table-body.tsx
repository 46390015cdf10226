/** The rows of a table of objects that are in view. Empty rows keep the height of all others. */
import { TableCell, TableSelectRow, Tag } from '@carbon/react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'
import type { RowSelection } from './use-row-selection.ts'
import type { VirtualRows } from './use-virtual-rows.ts'

export interface TableBodyProps {
  rows: readonly ObjectRow[]
  columns: readonly ObjectColumn[]
  selection: RowSelection
  selects: boolean
  virtual: VirtualRows
  to(row: ObjectRow): string
  menu: ((row: ObjectRow) => ReactNode) | undefined
}

export function TableBody({ rows, columns, selection, selects, virtual, to, menu }: TableBodyProps) {
  const { items, before, after, measure, body } = virtual
  return (
    <tbody {...body}>
      <Spacer height={before} />
      {items.map(({ index }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <tr
            key={row.name}
            ref={measure}
            data-index={index}
            aria-rowindex={index + 2}
            className={selection.has(row) ? 'list__row cds--data-table--selected' : 'list__row'}
          >
            {selects && (
              <TableSelectRow
                id={`select-${row.name}`}
                name={`select-${row.name}`}
                aria-label={t('Select {name}', { name: row.name })}
                checked={selection.has(row)}
                onSelect={() => selection.toggle(row)}
              />
            )}
            {columns.map((column) => (
              <ObjectCell key={column.id} column={column} row={row} to={to} />
            ))}
            {menu && <td className="list__menu">{menu(row)}</td>}
          </tr>
        )
      })}
      <Spacer height={after} />
    </tbody>
  )
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
    <tr aria-hidden="true" className="list__spacer">
      <td style={{ height }} />
    </tr>
  )
}

/** A cell of a list: the name as a link, a depth as a bar, everything else as text. */
function ObjectCell({ column, row, to }: { column: ObjectColumn; row: ObjectRow; to(row: ObjectRow): string }) {
  const value = readCellValue(column, row)
  const bar = column.readFill?.(row)
  if (bar) {
    return (
      <TableCell className="list__number" data-label={column.title}>
        <DepthBar depth={bar[0]} most={bar[1]} />
      </TableCell>
    )
  }
  if (column.id === 'name') {
    return (
      <TableCell className="list__main">
        <a className="cds--link list__name" href={to(row)}>
          {value}
        </a>
      </TableCell>
    )
  }
  const colour = column.findColour?.(row)
  const shown = typeof value === 'number' && !column.ungrouped ? formatNumber(value) : value
  return (
    <TableCell
      className={column.numeric ? 'list__number' : 'list__text'}
      data-label={column.title}
      title={column.numeric || colour ? undefined : String(shown)}
    >
      {colour ? (
        <Tag type={colour} size="sm">
          {shown}
        </Tag>
      ) : (
        shown
      )}
    </TableCell>
  )
}
