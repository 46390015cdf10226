/** Shows the response: status, timing, headers, body, and the explanation if the gateway rejected the call. */

import { Tag } from '@carbon/react'
import { BodyView } from '../../../ui/body/body-view.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { ExplanationView } from './explanation-view.tsx'
import type { ApiExchange } from './send-api-request.ts'

const kinds = { 2: 'green', 3: 'blue', 4: 'magenta', 5: 'red' } as const

export function ResponseView({ exchange }: { exchange: ApiExchange }) {
  const { request, status, statusText, headers, body, truncated, headMs, totalMs, requestId } = exchange
  const kind = kinds[Math.floor(status / 100) as keyof typeof kinds] ?? 'gray'
  return (
    <section className="group answer" aria-labelledby="try-answer">
      <h3 className="group__title" id="try-answer">
        {t('Response')}
      </h3>
      <div role="status" className="answer__status">
        <Tag type={kind}>
          {status} {statusText}
        </Tag>
        {t('in {time}', { time: formatMs(totalMs) })}
        <span className="list__note">
          {t(
            truncated
              ? 'head after {time}, {count, plural, one {# byte} other {# bytes}} and more'
              : 'head after {time}, {count, plural, one {# byte} other {# bytes}}',
            { time: formatMs(headMs), count: body.length },
          )}
        </span>
      </div>
      <p className="answer__call">
        {request.method} {request.path}
      </p>
      {status >= 400 && requestId && <ExplanationView requestId={requestId} />}
      <BodyView bytes={body} />
      {truncated && <p>{t('The body is longer. Only the first 512 KiB were loaded.')}</p>}
      <details className="answer__headers">
        <summary>{t('{count, plural, one {# header} other {# headers}}', { count: headers.length })}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className="body" tabIndex={0} aria-label={t('Headers')}>
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </section>
      </details>
    </section>
  )
}

function formatMs(ms: number): string {
  return `${formatNumber(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms))} ms`
}
