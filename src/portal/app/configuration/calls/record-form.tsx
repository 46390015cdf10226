/** The form that starts a recording of calls. */

import { Select, SelectItem, TextInput } from '@carbon/react'
import { RecordingFilled } from '@carbon/react/icons'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import type { CatalogTitles } from '../../products/catalog-titles.ts'

export interface RecordFormProps {
  apis: readonly string[]
  titles: CatalogTitles
  started(): void
}

export function RecordForm({ apis, titles, started }: RecordFormProps) {
  const [api, setApi] = useState('')
  const [application, setApplication] = useState('')
  const [limits, setLimits] = useState({ calls: '100', minutes: '5', oneIn: '1' })
  const action = useAction()
  const number = (name: keyof typeof limits, label: string, max: number) => (
    <TextInput
      id={`record-${name}`}
      type="number"
      labelText={label}
      min={1}
      max={max}
      required
      value={limits[name]}
      onChange={({ target }) => setLimits({ ...limits, [name]: target.value })}
    />
  )

  async function record(event: FormEvent) {
    event.preventDefault()
    const name = application.trim()
    const body = {
      calls: Number(limits.calls),
      minutes: Number(limits.minutes),
      oneIn: Number(limits.oneIn),
      ...(api && { api }),
      ...(name && { application: name }),
    }
    const start = () => requestResource('POST /configuration/calls', {}, { body })
    if (await action.run(start, t('The gateway records calls'))) started()
  }

  return (
    <section className="group" aria-labelledby="record">
      <h2 className="group__title" id="record">
        {t('Record calls')}
      </h2>
      <form className="record" onSubmit={(event) => void record(event)}>
        <Select id="record-api" labelText="API" value={api} onChange={({ target }) => setApi(target.value)}>
          <SelectItem value="" text={t('All APIs')} />
          {apis.map((each) => (
            <SelectItem key={each} value={each} text={titles.describeApi(each)} />
          ))}
        </Select>
        <TextInput
          id="record-application"
          labelText={t('Name of an application')}
          placeholder={t('All applications')}
          value={application}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setApplication(target.value)}
        />
        {number('calls', t('Calls of each worker'), 1000)}
        {number('minutes', t('Minutes'), 60)}
        {number('oneIn', t('Record one of so many calls'), 1000)}
        {action.problem && <ErrorNotice text={action.problem} />}
        <div className="buttons">
          <ActionButton type="submit" size="md" renderIcon={RecordingFilled} busy={action.busy}>
            {t('Record')}
          </ActionButton>
        </div>
      </form>
    </section>
  )
}
