/** Shows the result of inspecting a token: its validity, content and operations. */
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { TokenView } from '../../rest/index.ts'
import { DescriptionList } from '../text/description-list.tsx'
import { formatRelativeTime } from './format-relative-time.ts'
import { TokenOperations } from './token-operations.tsx'

export function TokenStatus({ view }: { view: TokenView }) {
  const { good, refused, token, header, claims, operations } = view
  return (
    <section aria-label="What the token is worth">
      <Notice
        kind={good ? 'success' : 'error'}
        title={good ? 'The token is good.' : 'The token is refused.'}
        role="status"
      >
        {good ? `It was issued by ${view.issuer}.` : refused}
      </Notice>
      {token && (
        <DescriptionList
          facts={[
            ['Client id', token.clientId],
            ['Subject', token.subject],
            ['Grant', token.grant],
            ['Scopes', token.scopes.join(' ') || 'none'],
            ['Issued', `${new Date(token.issuedAt).toLocaleString()}, ${formatRelativeTime(token.issuedAt)}`],
            [
              'Expires',
              `${new Date(token.expiresAt).toLocaleString()}, ${formatRelativeTime(token.expiresAt)}`,
            ],
            ['Id', token.id],
            ...(view.ceilings ?? []).map(({ whose, words }) => [`Limit of ${whose}`, words] as const),
          ]}
        />
      )}
      <div className="columns">
        <Part title="Header" value={header} />
        <Part title="Claims" value={claims} />
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
      <section className="body" tabIndex={0} aria-label={`${title} as JSON`}>
        {JSON.stringify(value, undefined, 2)}
      </section>
    </section>
  )
}
