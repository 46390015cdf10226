/** Lists the operations that a token allows and those that it does not allow, with the reasons. */

import { Table, TableBody, TableCell, TableContainer, TableRow, Tag } from '@carbon/react'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import type { TokenOperationView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'

export function TokenOperations({ operations }: { operations: readonly TokenOperationView[] }) {
  const opened = operations.filter(({ opens }) => opens)
  const sorted = [...opened, ...operations.filter(({ opens }) => !opens)]
  return (
    <section className="group" aria-labelledby="opens">
      <h2 className="group__title" id="opens">
        {t('It opens {opened} of {count, plural, one {# operation} other {# operations}}', {
          opened: opened.length,
          count: operations.length,
        })}
      </h2>
      <TableContainer className="list">
        <Table size="md" aria-label={t('Operations')}>
          <TableHeaderRow titles={[t('Operation'), 'API', t('Opens'), t('Because')]} />
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
                    {t(opens ? 'yes' : 'no')}
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
