/** The token debugger: the content of a token, whether the gateway accepts it, and which operations it allows. */
import { Tag } from '@carbon/react'
import { useState } from 'react'
import { CopyableBlock } from '../../../../../shared/ui/body/copyable-text.tsx'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import { formatDateTime } from '../../../../../shared/ui/text/format.ts'
import { formatRelativeTime } from '../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { TokenOperationView, TokenView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildApiLink } from '../routing/page-route.ts'

export default function TokensPage() {
  const [view, setView] = useState<TokenView>()
  const form = useForm('inspect', { token: '' }, () => [
    { name: 'token', label: t('Access token'), kind: 'lines', rows: 5, attributes: { className: 'token-field' } },
  ])
  const token = bareToken(form.draft.token)

  async function inspect() {
    setView(undefined)
    setView(await requestResource('POST /tokens/inspect', {}, { body: { token } }))
  }

  return (
    <>
      <PageHeader title={t('Token debugger')} />
      <p className="page__lead">
        {t('This gateway inspects the token. It sends the token nowhere else and does not store it.')}
      </p>
      <div className="panel">
        <FormPanel form={form} action={t('Inspect')} requires={[token]} run={inspect} />
      </div>
      {view && <TokenStatus view={view} />}
    </>
  )
}

/** Extracts the token from a pasted text, which may be a whole header or contain line breaks of a terminal. */
function bareToken(pasted: string): string {
  return pasted.replace(/^\s*(authorization:\s*)?(bearer\s+)?/i, '').replace(/\s+/g, '')
}

function TokenStatus({ view }: { view: TokenView }) {
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
            token.resource && [t('Only for'), token.resource],
            token.proof && [t('Needs a proof by'), token.proof],
            token.details && [t('Authorization details'), token.details],
            ...(view.ceilings ?? []).map(({ whose, words }) => [t('Limit of {whose}', { whose }), words] as const),
          ]}
        />
      )}
      <div className="columns columns--panels">
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
    <Group title={title}>
      <CopyableBlock text={JSON.stringify(value, undefined, 2)} label={t('{title} as JSON', { title })} />
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
                <NameLink to={buildApiLink(api, operation)}>{operation}</NameLink>
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
