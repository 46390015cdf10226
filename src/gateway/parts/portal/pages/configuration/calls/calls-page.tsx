/** The page of the call log: owners record single calls for a time and read them. */
import { StopFilledAlt } from '@carbon/react/icons'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { RunButton } from '../../../../../../shared/ui/feedback/run-button.tsx'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { DataTable } from '../../../../../../shared/ui/table/data-table.tsx'
import { formatNumber, formatTime } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { CallLogView, RecordedMessageView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import type { CatalogTitles } from '../../products/catalog-titles.ts'
import { useCatalogTitles } from '../../products/use-catalog-titles.ts'
import { CallPicture, SaveTestLink } from '../../try/explanation-view.tsx'
import { RecordForm } from './record-form.tsx'
import { describeBody, Lines, RecordedSteps } from './recorded-steps.tsx'

export default function CallsPage() {
  const titles = useCatalogTitles()
  const log = usePortalResource('GET /configuration/calls', {}, { intervalMs: 3_000 })

  return (
    <>
      <PageHeader title={t('Call log')} trail={[[t('Configuration'), '#/configuration']]} />
      <p className="prose">
        {t(
          'The gateway records single calls of this catalog for a time, served ones as well. It records no query, headers, tokens or bodies. The audit trail has who started a recording.',
        )}
      </p>
      <Loaded resource={log}>
        {(value) => (
          <>
            {value.recording && (
              <Group title={value.isRunning ? t('Recording') : t('Last recording')}>
                <p className="page__lead">{describeRecording(value.recording, titles)}</p>
                <div className="buttons">
                  <RunButton
                    size="md"
                    kind="danger--tertiary"
                    renderIcon={StopFilledAlt}
                    run={() => requestResource('DELETE /configuration/calls', {}, {})}
                    done={t('The recording has ended')}
                    verb={t('End the recording')}
                    ended={log.reload}
                  >
                    {value.isRunning ? t('Stop and drop the calls') : t('Drop the calls')}
                  </RunButton>
                </div>
              </Group>
            )}
            {!value.isRunning && <RecordForm apis={value.apis} titles={titles} started={log.reload} />}
            {value.recording && <RecordedCallTable calls={value.calls} titles={titles} isRunning={value.isRunning} />}
            <RecordedCalls calls={value.calls} />
          </>
        )}
      </Loaded>
    </>
  )
}

function describeRecording(recording: NonNullable<CallLogView['recording']>, titles: CatalogTitles): string {
  const { api, application, calls, oneIn, until, by } = recording
  return t(
    '{oneIn, plural, =1 {Calls} other {One of # calls}} {api, select, all {of all APIs} other {of {api}}}{application, select, all {} other { by {application}}}, at most {calls} of each worker, until {time}. Started by {by}.',
    {
      oneIn,
      api: api === undefined ? 'all' : titles.describeApi(api),
      application: application ?? 'all',
      calls,
      time: formatTime(until),
      by,
    },
  )
}

/** Where the time of each call went, and the headers and bodies where the activity log of the API keeps them. */
function RecordedCalls({ calls }: Pick<CallLogView, 'calls'>) {
  const kept = calls.filter(({ request, course }) => request || course)
  if (kept.length === 0) return null
  return (
    <Group title={t('Stages, headers and bodies')}>
      {kept.map(({ requestId, method, path, status, course, request, response, steps = [] }) => (
        <details key={requestId} className="entry__details">
          <summary>{`${method} ${path}, ${status}, ${requestId}`}</summary>
          {course && <CallPicture course={course} />}
          {request && <Message title={t('Request')} message={request} />}
          <RecordedSteps steps={steps} />
          {response && <Message title={t('Response')} message={response} />}
          <SaveTestLink requestId={requestId} />
        </details>
      ))}
    </Group>
  )
}

function Message({ title, message: { headers, body } }: { title: string; message: RecordedMessageView }) {
  const lines = headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
  return <Lines level={3} title={title} text={body ? `${lines}\n${describeBody(body)}` : lines} />
}

/** The calls that were recorded, the newest first. */
type RecordedCallTableProps = Pick<CallLogView, 'calls' | 'isRunning'> & { titles: CatalogTitles }

function RecordedCallTable({ calls, isRunning, titles }: RecordedCallTableProps) {
  return (
    <Group title={t('Recorded calls: {count}', { count: calls.length })}>
      {calls.length === 0 ? (
        <p>{isRunning ? t('No call has arrived since the recording began.') : t('No call arrived meanwhile.')}</p>
      ) : (
        <DataTable
          label={t('Recorded calls')}
          rows={calls}
          keyOf={({ requestId }) => requestId}
          columns={[
            [t('Time'), ({ at }) => formatTime(at)],
            [t('Call'), ({ method, path }) => `${method} ${path}`],
            ['API', ({ api }) => (api === undefined ? t('none') : titles.describeApi(api))],
            [t('Application'), ({ application }) => application ?? t('none')],
            [t('Status'), ({ status, reason = '' }) => `${status} ${reason}`],
            [t('Duration'), ({ totalMs }) => <Duration ms={totalMs} />],
            [
              t('Upstream'),
              ({ upstreamMs }) => (upstreamMs === undefined ? t('not called') : <Duration ms={upstreamMs} />),
            ],
            [t('Bytes'), ({ bytes }) => bytes],
            [t('Request id'), ({ requestId }) => <code>{requestId}</code>],
          ]}
        />
      )}
    </Group>
  )
}

function Duration({ ms }: { ms: number }) {
  return <span className="list__number">{formatNumber(Number(ms.toFixed(1)))} ms</span>
}
