/** The headers and bodies of the recorded calls whose APIs keep them in their activity log. */
import { t } from '../../../../ui/text/t.ts'
import type { CallLogView, RecordedMessageView } from '../../../rest/index.ts'

export function RecordedMessages({ calls }: Pick<CallLogView, 'calls'>) {
  const kept = calls.filter(({ request }) => request)
  if (kept.length === 0) return null
  return (
    <section className="group" aria-labelledby="messages">
      <h2 className="group__title" id="messages">
        {t('Headers and bodies')}
      </h2>
      {kept.map(({ requestId, method, path, status, request, response }) => (
        <details key={requestId} className="entry__details">
          <summary>{`${method} ${path}, ${status}, ${requestId}`}</summary>
          {request && <Message title={t('Request')} message={request} />}
          {response && <Message title={t('Response')} message={response} />}
        </details>
      ))}
    </section>
  )
}

function Message({ title, message: { headers, body } }: { title: string; message: RecordedMessageView }) {
  return (
    <>
      <h3 className="preview__title">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="preview__patch" tabIndex={0} aria-label={title}>
        {headers.map(({ name, value }) => `${name}: ${value}\n`).join('')}
        {body && `\n${describeBody(body)}`}
      </section>
    </>
  )
}

function describeBody({ text, bytes, isCut }: NonNullable<RecordedMessageView['body']>): string {
  if (text === undefined)
    return `(${t('{bytes, plural, one {# byte} other {# bytes}} that are no text', { bytes })})`
  const cut = t('cut off, {bytes, plural, one {# byte} other {# bytes}} in all', { bytes })
  return isCut ? `${text}\n(${cut})` : text
}
