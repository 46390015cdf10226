/** The page of the call log: owners record single calls for a time and read them. */

import { Button } from '@carbon/react'
import { StopFilledAlt } from '@carbon/react/icons'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { formatTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { CallLogView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { RecordForm } from './record-form.tsx'
import { RecordedCallTable } from './recorded-call-table.tsx'
import { RecordedMessages } from './recorded-messages.tsx'

const intervalMs = 3_000

export default function CallsPage() {
  const action = useAction({ notifiesErrors: true })
  const { value, problem, reload } = useResource(
    'call-log',
    (signal, { isPoll }) => requestResource('GET /configuration/calls', {}, { signal, isPoll }),
    { intervalMs },
  )

  async function stop() {
    const work = () => requestResource('DELETE /configuration/calls', {}, {})
    await action.run(work, t('The recording has ended'), undefined, t('End the recording'))
    reload()
  }

  return (
    <>
      <PageHeader title={t('Call log')} trail={[[t('Configuration'), '#/configuration']]} />
      <p className="prose">
        {t(
          'The gateway records single calls of this catalog for a time, served ones as well. It records no query, headers, tokens or bodies. The audit trail has who started a recording.',
        )}
      </p>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          {value.recording && (
            <section className="group" aria-labelledby="recording">
              <h2 className="group__title" id="recording">
                {value.isRunning ? t('Recording') : t('Last recording')}
              </h2>
              <p className="page__lead">{describeRecording(value.recording)}</p>
              <div className="buttons">
                <Button
                  size="md"
                  kind="danger--tertiary"
                  renderIcon={StopFilledAlt}
                  disabled={action.busy}
                  onClick={() => void stop()}
                >
                  {value.isRunning ? t('Stop and drop the calls') : t('Drop the calls')}
                </Button>
              </div>
            </section>
          )}
          {!value.isRunning && <RecordForm apis={value.apis} started={reload} />}
          {value.recording && <RecordedCallTable calls={value.calls} isRunning={value.isRunning} />}
          <RecordedMessages calls={value.calls} />
        </>
      )}
    </>
  )
}

function describeRecording(recording: NonNullable<CallLogView['recording']>): string {
  const { api, application, calls, oneIn, until, by } = recording
  return t(
    '{oneIn, plural, =1 {Calls} other {One of # calls}} {api, select, all {of all APIs} other {of {api}}}{application, select, all {} other { by {application}}}, at most {calls} of each worker, until {time}. Started by {by}.',
    {
      oneIn,
      api: api ?? 'all',
      application: application ?? 'all',
      calls,
      time: formatTime(until),
      by,
    },
  )
}
