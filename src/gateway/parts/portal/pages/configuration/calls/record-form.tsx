/** The form that starts a recording of calls. */
import { RecordingFilled } from '@carbon/react/icons'
import { findNumberError } from '../../../../../../shared/ui/feedback/find-number-error.ts'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import type { FormField } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import type { CatalogTitles } from '../../products/catalog-titles.ts'

type RecordFormProps = { apis: readonly string[]; titles: CatalogTitles; started(): void }

const initialRecording = { api: '', application: '', calls: '100', minutes: '5', oneIn: '1' }

export function RecordForm({ apis, titles, started }: RecordFormProps) {
  const form = useForm('record', initialRecording, (draft) => {
    const number = (name: 'calls' | 'minutes' | 'oneIn', label: string, max: number) =>
      ({ name, label, kind: 'number', wrong: findNumberError(draft[name], 1, max) }) satisfies FormField<typeof draft>
    return [
      {
        name: 'api',
        label: 'API',
        kind: 'choice',
        choices: [['', t('All APIs')], ...apis.map((each) => [each, titles.describeApi(each)] as const)],
      },
      {
        name: 'application',
        label: t('Name of an application'),
        kind: 'name',
        attributes: { placeholder: t('All applications') },
      },
      number('calls', t('Calls of each worker'), 1000),
      number('minutes', t('Minutes'), 60),
      number('oneIn', t('Record one of so many calls'), 1000),
    ]
  })

  function record() {
    const { api, application, calls, minutes, oneIn } = form.draft
    const limits = { calls: Number(calls), minutes: Number(minutes), oneIn: Number(oneIn) }
    const body = { ...limits, api: api || undefined, application: application || undefined }
    return requestResource('POST /configuration/calls', {}, { body })
  }

  return (
    <Group title={t('Record calls')}>
      <FormPanel
        form={form}
        className="record"
        action={t('Record')}
        size="md"
        renderIcon={RecordingFilled}
        run={record}
        done={t('The gateway records calls')}
        succeeded={started}
      />
    </Group>
  )
}
