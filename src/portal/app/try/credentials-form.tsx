/** A form for the credentials of the call: a token, API keys, or a user name and password. */
import { ChoiceSelect } from '../../../ui/forms/choices.tsx'
import { FormFields } from '../../../ui/forms/form-fields.tsx'
import type { FormRow } from '../../../ui/forms/form-rows.ts'
import { useFormOf } from '../../../ui/forms/use-form.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView, ProviderView, RequirementView } from '../../rest/index.ts'
import type { RequestCredentials } from './api-request.ts'
import { describeRequirement } from './describe-requirement.ts'
import { TokenForm } from './token/token-form.tsx'
import type { CredentialsState } from './use-credentials.ts'

export interface CredentialsFormProps {
  proof: CredentialsState
  application: ApplicationView | undefined
  providers: readonly ProviderView[]
  /** Reloads the applications after a change. */
  changed(): void
}

export function CredentialsForm({ proof, application, providers, changed }: CredentialsFormProps) {
  const { alternatives, requirement, choose, credentials, change, reset } = proof
  const parts = requirement?.all ?? []
  const oauth = parts.find(({ type }) => type === 'oauth2')
  const provider = providers.find(({ name }) => name === oauth?.provider)
  const form = useFormOf('try', credentials, (some) => change(trimKeys(some)), buildRows(parts))

  return (
    <Group level={3} title={t('Authorization')}>
      {requirement && alternatives.length === 1 && (
        <p>{t('It needs {requirement}.', { requirement: describeRequirement(requirement) })}</p>
      )}
      {requirement && alternatives.length > 1 && (
        <ChoiceSelect
          id="try-requirement"
          labelText={t('One of these is enough')}
          value={String(alternatives.indexOf(requirement))}
          choices={alternatives.map((each, index) => [String(index), describeRequirement(each)])}
          change={(index) => choose(Number(index))}
        />
      )}
      {oauth && provider && application && (
        <TokenForm
          key={[application.name, provider.name, ...oauth.scopes].join(' ')} // another alternative has other scopes
          application={application}
          provider={provider}
          needed={oauth.scopes}
          got={reset}
          changed={changed}
        />
      )}
      <FormFields form={form} />
    </Group>
  )
}

/** Returns the fields for the parts of a requirement. */
function buildRows(parts: RequirementView['all']): readonly FormRow<RequestCredentials>[] {
  const needsKey = (is: 'client id' | 'client secret') => parts.some(({ key }) => key?.is === is)
  const isBasic = parts.some(({ type }) => type === 'basic')
  return [
    parts.some(({ type }) => type === 'oauth2') && {
      name: 'token',
      label: t('Access token'),
      kind: 'lines',
      help: t('Change it, or leave it empty, to see how a call is refused.'),
      attributes: { className: 'token-field' },
    },
    [
      needsKey('client id') && { name: 'clientId', label: t('Client id'), kind: 'name' },
      needsKey('client secret') && { name: 'clientSecret', label: t('Client secret, sent as a key'), kind: 'password' },
      isBasic && { name: 'name', label: t('User name'), kind: 'path' },
      isBasic && { name: 'password', label: t('Password'), kind: 'password' },
    ],
  ]
}

/** Tokens and keys are often pasted with blanks around them. */
function trimKeys({ token, clientSecret, ...others }: Partial<RequestCredentials>): Partial<RequestCredentials> {
  return {
    ...others,
    ...(token !== undefined && { token: token.trim() }),
    ...(clientSecret !== undefined && { clientSecret: clientSecret.trim() }),
  }
}
