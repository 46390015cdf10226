/** A form for the title, the grants and the redirect URIs of an application. */
import { FormPanel } from '../../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { t } from '../../../../ui/text/t.ts'
import type { Grant } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { allGrants, grantTitles } from '../../text/grants.ts'
import { AddCallbackButton, redirectsField, splitLines } from '../application-fields.tsx'
import type { ApplicationPanelProps } from './credentials-panel.tsx'

const grantChoices = [
  ['provider', t('All that the provider allows')],
  ['own', t('Only these')],
] as const

export function SettingsPanel({ application, changed }: ApplicationPanelProps) {
  const start = {
    title: application.title,
    allowed: application.grants === null ? 'provider' : 'own',
    grants: application.grants ?? (allGrants as readonly Grant[]),
    redirects: application.redirectEndpoints.join('\n'),
  }
  const form = useForm('settings', start, ({ allowed }) => [
    { name: 'title', label: t('Title') },
    { name: 'allowed', label: t('Grants'), kind: 'radio', choices: grantChoices },
    allowed === 'own' && {
      name: 'grants',
      id: 'grant',
      label: t('Only these grants'),
      kind: 'checks',
      choices: allGrants.map((grant) => [grant, grantTitles[grant]]),
    },
    redirectsField,
  ])
  const { title, allowed, grants, redirects } = form.draft
  const body = {
    title: title.trim(),
    grants: allowed === 'own' ? allGrants.filter((grant) => grants.includes(grant)) : null,
    redirectEndpoints: splitLines(redirects),
  }

  return (
    <FormPanel
      form={form}
      className="form form--narrow"
      action={t('Save')}
      size="md"
      requires={[body.title]}
      reason={body.grants?.length === 0 && t('Choose at least one grant.')}
      run={() => requestResource('PATCH /applications/:application', { application: application.name }, { body })}
      done={t('Saved')}
      about={title}
      succeeded={changed}
    >
      <AddCallbackButton value={redirects} change={(next) => form.change({ redirects: next })} />
    </FormPanel>
  )
}
