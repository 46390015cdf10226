/** A form for the title, the grants and the redirect URIs of an application. */

import { Checkbox, Form, RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
import type { Grant } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { allGrants, grantTitles } from '../../text/grants.ts'
import { RedirectUriField, splitLines } from '../redirect-uri-field.tsx'
import type { ApplicationPanelProps } from './application-panel-props.ts'

export function SettingsPanel({ application, changed }: ApplicationPanelProps) {
  const [title, setTitle] = useState(application.title)
  const [own, setOwn] = useState(application.grants !== null)
  const [chosen, setChosen] = useState<readonly Grant[]>(application.grants ?? allGrants)
  const [redirects, setRedirects] = useState(application.redirectEndpoints.join('\n'))
  const action = useAction()
  const lacksGrant = own && chosen.length === 0 && t('Choose at least one grant.')

  async function save(event: FormEvent) {
    event.preventDefault()
    const body = {
      title: title.trim(),
      grants: own ? [...chosen] : null,
      redirectEndpoints: splitLines(redirects),
    }
    const work = () => requestResource('PATCH /applications/:application', { application: application.name }, { body })
    if (await action.run(work, t('Saved'), title)) changed()
  }

  return (
    <Form className="form form--narrow" onSubmit={(event) => void save(event)}>
      <TextInput
        id="settings-title"
        labelText={t('Title')}
        value={title}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
      />
      <RadioButtonGroup
        legendText={t('Grants')}
        name="grants"
        orientation="vertical"
        valueSelected={own ? 'own' : 'provider'}
        onChange={(value) => setOwn(value === 'own')}
      >
        <RadioButton value="provider" labelText={t('All that the provider allows')} />
        <RadioButton value="own" labelText={t('Only these')} />
      </RadioButtonGroup>
      {own && (
        <fieldset className="choices">
          <legend className="cds--label">{t('Only these grants')}</legend>
          {allGrants.map((grant) => (
            <Checkbox
              key={grant}
              id={`grant-${grant}`}
              labelText={grantTitles[grant]}
              checked={chosen.includes(grant)}
              onChange={(_, { checked }) =>
                setChosen(allGrants.filter((each) => (each === grant ? checked : chosen.includes(each))))
              }
            />
          ))}
        </fieldset>
      )}
      <RedirectUriField value={redirects} change={setRedirects} />
      {action.problem && <ErrorNotice text={action.problem} />}
      <ActionButton type="submit" size="md" busy={action.busy} requires={[title.trim()]} reason={lacksGrant}>
        {t('Save')}
      </ActionButton>
    </Form>
  )
}
