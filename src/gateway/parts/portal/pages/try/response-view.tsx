/** Shows the response of a call: status, timing, body, explained headers, and the explanation if the gateway rejected the call. */
import { Button } from '@carbon/react'
import { Download } from '@carbon/react/icons'
import { useState } from 'react'
import { BodyView } from '../../../../../shared/ui/body/body-view.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { downloadFile } from '../../../../../shared/ui/files/download-file.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { formatNumber, formatTime } from '../../../../../shared/ui/text/format.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { StatusTag } from '../text/method-tag.tsx'
import { ExplanationView } from './explanation-view.tsx'
import type { SentCall } from './request-drafts.tsx'
import type { ApiExchange } from './send-api-request.ts'

export function ResponseView({ exchange }: { exchange: ApiExchange }) {
  const { request, status, headers, body, truncated, headMs, totalMs, requestId } = exchange
  const { run } = useAction({ notifiesErrors: true })
  const saveTest = async () => {
    const { renderExchangeTest } = await import('./build-test.ts')
    downloadFile('call.test.yaml', new Blob([renderExchangeTest(exchange)], { type: 'application/yaml' }))
  }
  const explanation = requestId && (
    <ExplanationView requestId={requestId} isServed={status < 400}>
      <Button kind="ghost" size="sm" renderIcon={Download} onClick={() => void run(saveTest)}>
        {t('Save as test')}
      </Button>
    </ExplanationView>
  )
  return (
    <Group level={3} className="answer" title={t('Response')}>
      <div role="status" className="answer__status">
        <StatusTag status={exchange.status} text={exchange.statusText} />
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
      {status >= 400 && explanation}
      <BodyView bytes={body} />
      {truncated && <p>{t('The body is longer. Only the first 512 KiB were loaded.')}</p>}
      <details>
        <summary>{t('{count, plural, one {# header} other {# headers}}', { count: headers.length })}</summary>
        <DataTable
          label={t('Headers')}
          small
          rows={headers}
          keyOf={([name]) => name}
          columns={[
            [t('Header'), ([name]) => <code>{name}</code>],
            [t('Value'), ([, value]) => <code>{value}</code>],
            [t('Meaning'), ([name]) => headerMeanings.find(([prefix]) => name.startsWith(prefix))?.[1]],
          ]}
        />
      </details>
      {status < 400 && explanation}
    </Group>
  )
}

/** What headers mean, by the beginnings of their names. */
const headerMeanings = [
  ['x-request-id', t('The id of the call: the log, the metrics and "sluice why" find the call by it.')],
  ['x-ratelimit-limit', t('The calls that the plan allows in an interval.')],
  ['x-ratelimit-remaining', t('The calls that are left of the plan in this interval.')],
  ['x-ratelimit-reset', t('The seconds until the interval of the plan ends.')],
  ['ratelimit', t('The limits of the plan and what is left of them, as the draft of the IETF writes them.')],
  ['retry-after', t('The seconds after which it is worth to try again.')],
  ['www-authenticate', t('What the gateway accepts as authorization, and why it refused this one.')],
  ['content-type', t('The media type of the body.')],
  ['content-length', t('The length of the body in bytes, as it was sent.')],
  ['content-encoding', t('How the body was compressed on its way.')],
  ['cache-control', t('Who may keep the response, and for how long.')],
  ['etag', t('The version of the resource, for conditional requests.')],
  ['location', t('The URL of what was created, or where to look next.')],
  ['traceparent', t('The trace of the call (W3C).')],
  ['date', t('When the response was made.')],
] as const

/** The calls of the operation that this tab has sent, the latest first. */
export function CallHistory({ calls, show }: { calls: readonly SentCall[]; show(call: SentCall): void }) {
  const [isOpen, setOpen] = useState(false)
  if (calls.length === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('{count, plural, one {# call} other {# calls}} from this tab', { count: calls.length })}</summary>
      {isOpen && (
        <DataTable
          label={t('Calls from this tab')}
          small
          rows={calls}
          keyOf={({ exchange }) => `${exchange.at} ${exchange.requestId}`}
          columns={[
            [t('Time'), ({ exchange }) => <RelativeTime at={exchange.at} />],
            [t('Call'), ({ exchange: { request } }) => <code>{`${request.method} ${request.path}`}</code>],
            [t('Status'), ({ exchange }) => <StatusTag status={exchange.status} text={exchange.statusText} />],
            [t('Duration'), ({ exchange }) => formatMs(exchange.totalMs)],
          ]}
          actions={(call) => (
            <Button
              kind="ghost"
              size="sm"
              aria-label={t('Show the call of {time}', { time: formatTime(call.exchange.at) })}
              onClick={() => show(call)}
            >
              {t('Show')}
            </Button>
          )}
        />
      )}
    </details>
  )
}

function formatMs(ms: number): string {
  return `${formatNumber(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms))} ms`
}
