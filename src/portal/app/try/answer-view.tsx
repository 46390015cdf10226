/** What came back: status, timing, headers, body; and why, when it was refused. */
import { Tag } from '@carbon/react'

import { BodyView } from '../../../ui/body/body-view.tsx'
import { countOf } from '../text/count.ts'
import { ExplanationView } from './explanation-view.tsx'
import type { Exchange } from './send.ts'

const kinds = { 2: 'green', 3: 'blue', 4: 'magenta', 5: 'red' } as const

export function AnswerView({ exchange }: { exchange: Exchange }) {
  const { request, status, statusText, headers, bytes, more, firstMs, totalMs, requestId } = exchange
  const kind = kinds[Math.floor(status / 100) as keyof typeof kinds] ?? 'gray'
  return (
    <section className="group answer" aria-labelledby="try-answer">
      <h3 className="group__title" id="try-answer">
        The answer
      </h3>
      <p role="status" className="answer__status">
        <Tag type={kind}>
          {status} {statusText}
        </Tag>
        in {milliseconds(totalMs)}
        <span className="list__note">
          head after {milliseconds(firstMs)}, {countOf(bytes.length, 'byte')}
          {more && ' and more'}
        </span>
      </p>
      <p className="answer__call">
        {request.method} {request.address}
      </p>
      {status >= 400 && requestId && <ExplanationView requestId={requestId} />}
      <BodyView bytes={bytes} />
      {more && <p>The body goes on; only its beginning was fetched.</p>}
      <details className="answer__headers">
        <summary>{countOf(headers.length, 'header')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className="body" tabIndex={0} aria-label="Headers">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </section>
      </details>
    </section>
  )
}

function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString('en')} ms`
}
