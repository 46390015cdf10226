/** The page that lists the applications of the user. */
import { Button } from '@carbon/react'
import { Add, Application } from '@carbon/react/icons'
import { useState } from 'react'
import { Dialog } from '../../../../../shared/ui/feedback/dialog.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { StateTag } from '../../../../../shared/ui/shell/state-tag.tsx'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ClientType, CreateApplicationResponse } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import {
  AddCallbackButton,
  NewSecretNotice,
  redirectsField,
  secretLoss,
  splitLines,
  stateWords,
  useSecretLifeField,
} from './application-fields.tsx'
import { createUnderFreeId, deriveId, listIds } from './application-id.ts'
import { renderSecretExpiry } from './expiry-choices.ts'

const idRule = t('Letters, digits, "-", "_" and ".", up to 64; made from the name when it is left empty.')
const clientTypes: readonly (readonly [ClientType, string])[] = [
  ['confidential', t('On a server: it can keep a secret')],
  ['public', t('On a device or in a browser: it has no secret')],
]
const initialApplication = { id: '', title: '', clientType: 'confidential' as ClientType, redirects: '', life: '' }

/** A dialog that creates an application and shows its secret, which cannot be shown again. */
function CreateApplicationDialog({ close, created }: { close(): void; created(): void }) {
  const [made, setMade] = useState<CreateApplicationResponse>()
  const { saveSecret } = useStoredCredentials()
  const lifeField = useSecretLifeField()
  const form = useForm('application', initialApplication, ({ id, title, clientType }) => [
    {
      name: 'title',
      label: t('Name - required'),
      help: t('What people see, such as Web shop.'),
      required: t('Enter a name.'),
      missing: title.trim() === '' ? t('Enter a name.') : undefined,
      attributes: { maxLength: 100 },
    },
    { name: 'clientType', label: t('Where does it run?'), kind: 'radio', choices: clientTypes },
    clientType === 'confidential' && lifeField,
    {
      name: 'id',
      label: t('Id in URLs and documents'),
      kind: 'name',
      help: idRule,
      wrong: id === '' || /^[A-Za-z0-9][\w.-]{0,63}$/.test(id) ? undefined : idRule,
      attributes: { placeholder: title.trim() === '' ? '' : deriveId(title) },
    },
    redirectsField,
  ])

  async function create() {
    const { id, title, clientType, redirects, life } = form.draft
    const body = {
      clientType,
      redirectEndpoints: splitLines(redirects),
      ...(clientType === 'confidential' ? renderSecretExpiry(life) : {}),
      title: title.trim(),
    }
    const response = await createUnderFreeId(id === '' ? listIds(deriveId(title)) : [id], (name) =>
      requestResource('POST /applications', {}, { body: { name, ...body } }),
    )
    if (response.clientSecret) saveSecret(response.application.clientId, response.clientSecret)
    setMade(response)
  }

  if (made) {
    const { application, clientSecret } = made
    return (
      <Dialog
        size="sm"
        title={t('{title} is ready', { title: application.title })}
        action={t('Open the application')}
        cancel={t('Close')}
        loses={clientSecret && secretLoss}
        focus=".dialog__body"
        submit={() => navigate(buildApplicationLink(application.name))}
        close={close}
      >
        <NewSecretNotice clientId={application.clientId} clientSecret={clientSecret} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      stays
      form={form}
      title={t('Create an application')}
      action={t('Create')}
      loses={t('The application has not been created.')}
      run={create}
      succeeded={created}
      close={close}
    >
      <AddCallbackButton value={form.draft.redirects} change={(redirects) => form.change({ redirects })} />
    </FormDialog>
  )
}

export default function ApplicationsPage() {
  const applications = usePortalResource('GET /applications', {})
  const { dialog, show } = useDialog()
  const create = (
    <Button
      renderIcon={Add}
      onClick={() => show((close) => <CreateApplicationDialog close={close} created={applications.reload} />)}
    >
      {t('Create an application')}
    </Button>
  )

  return (
    <>
      <PageHeader title={t('Applications')}>{applications.value?.length !== 0 && create}</PageHeader>
      <ResourceTable
        label={t('Applications')}
        resource={applications}
        keyOf={({ name }) => name}
        columns={[
          [
            t('Application'),
            ({ name, title, state }) => (
              <>
                <a className="cds--link list__name" href={buildApplicationLink(name)}>
                  {title}
                </a>
                {state === 'disabled' && <StateTag states={stateWords} state={state} size="sm" />}
              </>
            ),
          ],
          [t('Client id'), ({ clientId }) => <code className="copyable__text">{clientId}</code>],
          [t('Type'), ({ clientType }) => (clientType === 'public' ? t('public') : t('confidential'))],
          [
            t('Subscriptions', {}, 'plans'),
            ({ subscriptions }) => (
              <ul>
                {subscriptions.map(({ product, productTitle, planTitle, state }) => (
                  <li key={product}>
                    {productTitle}: {planTitle}
                    {state !== 'enabled' && <StateTag states={stateWords} state={state} size="sm" />}
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
        empty={{
          icon: Application,
          title: t('You have no application yet'),
          text: t('It gets a client id and a secret, with which your program says who it is.'),
          children: create,
        }}
      />
      {dialog}
    </>
  )
}
