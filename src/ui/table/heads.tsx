/** The head of a plain table: titles of columns, and an unseen one over the actions. */
import { TableHead, TableHeader, TableRow } from '@carbon/react'

export function Heads({ titles, actions = false }: { titles: readonly string[]; actions?: boolean }) {
  return (
    <TableHead>
      <TableRow>
        {titles.map((title) => (
          <TableHeader key={title}>{title}</TableHeader>
        ))}
        {actions && <ActionsHead />}
      </TableRow>
    </TableHead>
  )
}

export function ActionsHead() {
  return (
    <TableHeader>
      <span className="cds--visually-hidden">Actions</span>
    </TableHeader>
  )
}
