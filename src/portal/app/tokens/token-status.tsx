/** Shows the result of inspecting a token: its validity, content and operations. */

import { Tag } from '@carbon/react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DescriptionList } from '../../../ui/shell/description-list.tsx'
import { Group } from '../../../ui/shell/group.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { TokenOperationView, TokenView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'
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
            ...rowsOf([
              [t('Only for'), token.resource],
              [t('Needs a proof by'), token.proof],
              [t('Authorization details'), token.details],
            ]),
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

/** Returns the rows that have a value. */
function rowsOf(rows: readonly (readonly [string, string | undefined])[]): [string, string][] {
  return rows.flatMap(([title, value]) => (value === undefined ? [] : [[title, value]]))
}

function Part({ title, value }: { title: string; value: Record<string, unknown> | undefined }) {
  if (!value) return null
  return (
    <Group title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="body" tabIndex={0} aria-label={t('{title} as JSON', { title })}>
        {JSON.stringify(value, undefined, 2)}
      </section>
    </Group>
  )
}

/** Lists the operations that a token allows and those that it does not allow, with the reasons. */
function TokenOperations({ operations }: { operations: readonly TokenOperationView[] }) {
  const opened = operations.filter(({ opens }) => opens)
  const sorted = [...opened, ...operations.filter(({ opens }) => !opens)]
  const title = t('It opens {opened} of {count, plural, one {# operation} other {# operations}}', {
    opened: opened.length,
    count: operations.length,
  })
  return (
    <Group title={title}>
      <DataTable
        label={t('Operations')}
        rows={sorted}
        keyOf={({ api, method, path }) => `${api} ${method} ${path}`}
        columns={[
          [
            t('Operation'),
            ({ api, operation, method, path }) => (
              <>
                <a className="cds--link list__name" href={buildApiLink(api, operation)}>
                  {operation}
                </a>
                <code className="operation__address">
                  {method} {path}
                </code>
              </>
            ),
          ],
          ['API', ({ api }) => api],
          [
            t('Opens'),
            ({ opens }) => (
              <Tag size="sm" type={opens ? 'green' : 'red'}>
                {t(opens ? 'yes' : 'no')}
              </Tag>
            ),
          ],
          [t('Because'), ({ because }) => because],
        ]}
      />
    </Group>
  )
}
