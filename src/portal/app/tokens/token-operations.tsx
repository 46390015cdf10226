/** Lists the operations that a token allows and those that it does not allow, with the reasons. */
import { Table, TableBody, TableCell, TableContainer, TableRow, Tag } from '@carbon/react'

import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import type { TokenOperationView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { formatCount } from '../text/format-count.ts'

export function TokenOperations({ operations }: { operations: readonly TokenOperationView[] }) {
  const opened = operations.filter(({ opens }) => opens)
  const sorted = [...opened, ...operations.filter(({ opens }) => !opens)]
  return (
    <section className="group" aria-labelledby="opens">
      <h2 className="group__title" id="opens">
        It opens {opened.length} of {formatCount(operations.length, 'operation')}
      </h2>
      <TableContainer className="list">
        <Table size="md" aria-label="Operations">
          <TableHeaderRow titles={['Operation', 'API', 'Opens', 'Because']} />
          <TableBody>
            {sorted.map(({ api, operation, method, path, opens, because }) => (
              <TableRow key={`${api} ${method} ${path}`}>
                <TableCell>
                  <a className="cds--link list__name" href={buildApiLink(api, operation)}>
                    {operation}
                  </a>
                  <code className="operation__address">
                    {method} {path}
                  </code>
                </TableCell>
                <TableCell>{api}</TableCell>
                <TableCell>
                  <Tag size="sm" type={opens ? 'green' : 'red'}>
                    {opens ? 'yes' : 'no'}
                  </Tag>
                </TableCell>
                <TableCell>{because}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </section>
  )
}
