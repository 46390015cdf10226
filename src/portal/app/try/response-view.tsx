/** Shows the response: status, timing, headers, body, and the explanation if the gateway rejected the call. */
import { Tag } from '@carbon/react'

import { BodyView } from '../../../ui/body/body-view.tsx'
import { formatCount } from '../text/format-count.ts'
import { ExplanationView } from './explanation-view.tsx'
import type { ApiExchange } from './send-api-request.ts'

const kinds = { 2: 'green', 3: 'blue', 4: 'magenta', 5: 'red' } as const

export function ResponseView({ exchange }: { exchange: ApiExchange }) {
  const { request, status, statusText, headers, body, truncated, headMs, totalMs, requestId } = exchange
  const kind = kinds[Math.floor(status / 100) as keyof typeof kinds] ?? 'gray'
  return (
    <section className="group answer" aria-labelledby="try-answer">
      <h3 className="group__title" id="try-answer">
        Response
      </h3>
      <div role="status" className="answer__status">
        <Tag type={kind}>
          {status} {statusText}
        </Tag>
        in {formatMs(totalMs)}
        <span className="list__note">
          head after {formatMs(headMs)}, {formatCount(body.length, 'byte')}
          {truncated && ' and more'}
        </span>
      </div>
      <p className="answer__call">
        {request.method} {request.path}
      </p>
      {status >= 400 && requestId && <ExplanationView requestId={requestId} />}
      <BodyView bytes={body} />
      {truncated && <p>The body is longer. Only the first 512 KiB were loaded.</p>}
      <details className="answer__headers">
        <summary>{formatCount(headers.length, 'header')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className="body" tabIndex={0} aria-label="Headers">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </section>
      </details>
    </section>
  )
}

function formatMs(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString('en')} ms`
}
