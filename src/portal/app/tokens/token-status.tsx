/** Shows the result of inspecting a token: its validity, content and operations. */

import { Table, TableBody, TableCell, TableContainer, TableRow, Tag } from '@carbon/react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { TokenOperationView, TokenView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { DescriptionList } from '../text/description-list.tsx'
import { formatRelativeTime } from './format-relative-time.ts'

export function TokenStatus({ view }: { view: TokenView }) {
  const { good, refused, token, header, claims, operations } = view
  return (
    <section aria-label={t('What the token is worth')}>
      <Notice
        kind={good ? 'success' : 'error'}
        title={good ? t('The token is good.') : t('The token is refused.')}
        role="status"
      >
        {good ? t('It was issued by {issuer}.', { issuer: view.issuer }) : refused}
      </Notice>
      {token && (
        <DescriptionList
          facts={[
            [t('Client id'), token.clientId],
            [t('Subject'), token.subject],
            [t('Grant'), token.grant],
            [t('Scopes'), token.scopes.join(' ') || t('none')],
            [t('Issued'), `${formatDateTime(token.issuedAt)}, ${formatRelativeTime(token.issuedAt)}`],
            [t('Expires'), `${formatDateTime(token.expiresAt)}, ${formatRelativeTime(token.expiresAt)}`],
            [t('Id'), token.id],
            ...(view.ceilings ?? []).map(({ whose, words }) => [t('Limit of {whose}', { whose }), words] as const),
          ]}
        />
      )}
      <div className="columns">
        <Part title={t('Header')} value={header} />
        <Part title={t('Claims')} value={claims} />
      </div>
      {operations.length > 0 && <TokenOperations operations={operations} />}
    </section>
  )
}

function Part({ title, value }: { title: string; value: Record<string, unknown> | undefined }) {
  if (!value) return null
  return (
    <section className="group" aria-label={title}>
      <h2 className="group__title">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="body" tabIndex={0} aria-label={t('{title} as JSON', { title })}>
        {JSON.stringify(value, undefined, 2)}
      </section>
    </section>
  )
}

/** Lists the operations that a token allows and those that it does not allow, with the reasons. */
function TokenOperations({ operations }: { operations: readonly TokenOperationView[] }) {
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
