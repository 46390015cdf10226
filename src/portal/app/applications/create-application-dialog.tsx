/** A dialog that creates an application and shows its secret, which cannot be shown again. */

import { RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import type { ClientType, CreateApplicationResponse } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildApplicationLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { renderSecretExpiry } from './expiry-choices.ts'
import { NewSecretNotice, secretLoss } from './new-secret-notice.tsx'
import { RedirectUriField, splitLines } from './redirect-uri-field.tsx'
import { SecretExpiryField } from './secret-expiry-field.tsx'

const nameRule = t('Letters, digits, "-", "_" and ".", up to 64; it begins with a letter or a digit.')

export function CreateApplicationDialog({ close, created }: { close(): void; created(): void }) {
  const [name, setName] = useState('')
  const [title, setTitle] = useState('')
  const [clientType, setClientType] = useState<ClientType>('confidential')
  const [redirects, setRedirects] = useState('')
  const [life, setLife] = useState('')
  const [made, setMade] = useState<CreateApplicationResponse>()
  const { saveSecret: keepSecret } = useStoredCredentials()
  const action = useAction()
  const errors = useFieldErrors([
    {
      id: 'application-name',
      wrong: name === '' || /^[A-Za-z0-9][\w.-]{0,63}$/.test(name) ? undefined : nameRule,
      missing: name === '' ? t('Enter a name.') : undefined,
    },
  ])

  async function create() {
    if (!errors.check()) return
    const body = {
      name,
      clientType,
      redirectEndpoints: splitLines(redirects),
      ...(clientType === 'confidential' ? renderSecretExpiry(life) : {}),
      ...(title.trim() === '' ? {} : { title: title.trim() }),
    }
    await action.run(async () => {
      const answer = await requestResource('POST /applications', {}, { body })
      if (answer.clientSecret) keepSecret(answer.application.clientId, answer.clientSecret)
      setMade(answer)
      created()
    })
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
    <Dialog
      title={t('Create an application')}
      action={t('Create')}
      busy={action.busy}
      problem={action.problem}
      loses={name + title + redirects === '' ? undefined : t('The application has not been created.')}
      submit={() => void create()}
      close={close}
    >
      <div className="form">
        <TextInput
          id="application-name"
          labelText={t('Name - required')}
          helperText={nameRule}
          value={name}
          {...errors.of('application-name')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          id="application-title"
          labelText={t('Title')}
          helperText={t('What people see; the name when it is left empty.')}
          value={title}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <RadioButtonGroup
          legendText={t('Where does it run?')}
          name="client-type"
          orientation="vertical"
          valueSelected={clientType}
          onChange={(value) => setClientType(value as ClientType)}
        >
          <RadioButton value="confidential" labelText={t('On a server: it can keep a secret')} />
          <RadioButton value="public" labelText={t('On a device or in a browser: it has no secret')} />
        </RadioButtonGroup>
        {clientType === 'confidential' && <SecretExpiryField value={life} change={setLife} />}
        <RedirectUriField value={redirects} change={setRedirects} />
      </div>
    </Dialog>
  )
}
