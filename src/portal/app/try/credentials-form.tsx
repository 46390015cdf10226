/** A form for the credentials of the call: a token, API keys, or a user name and password. */

import { Select, SelectItem, TextArea, TextInput } from '@carbon/react'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { t } from '../../../ui/text/t.ts'

import type { ApplicationView, ProviderView } from '../../rest/index.ts'
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
  const needsKey = (is: 'client id' | 'client secret') => parts.some(({ key }) => key?.is === is)

  return (
    <section className="group" aria-labelledby="try-proof">
      <h3 className="group__title" id="try-proof">
        {t('Authorization')}
      </h3>
      {requirement && alternatives.length === 1 && (
        <p>{t('It needs {requirement}.', { requirement: describeRequirement(requirement) })}</p>
      )}
      {requirement && alternatives.length > 1 && (
        <Select
          id="try-requirement"
          labelText={t('One of these is enough')}
          value={String(alternatives.indexOf(requirement))}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {alternatives.map((each, index) => (
            <SelectItem key={describeRequirement(each)} value={String(index)} text={describeRequirement(each)} />
          ))}
        </Select>
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
      {oauth && (
        <TextArea
          id="try-token"
          className="token-field"
          labelText={t('Access token')}
          helperText={t('Change it, or leave it empty, to see how a call is refused.')}
          rows={3}
          value={credentials.token}
          spellCheck={false}
          onChange={(event) => change({ token: event.target.value.trim() })}
        />
      )}
      <div className="fields">
        {needsKey('client id') && (
          <TextInput
            id="try-client-id"
            labelText={t('Client id')}
            value={credentials.clientId}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ clientId: event.target.value.trim() })}
          />
        )}
        {needsKey('client secret') && (
          <PasswordInput
            id="try-client-secret"
            labelText={t('Client secret, sent as a key')}
            value={credentials.clientSecret}
            autoComplete="off"
            onChange={(event) => change({ clientSecret: event.target.value.trim() })}
          />
        )}
        {parts.some(({ type }) => type === 'basic') && (
          <>
            <TextInput
              id="try-name"
              labelText={t('User name')}
              value={credentials.name}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change({ name: event.target.value })}
            />
            <PasswordInput
              id="try-password"
              labelText={t('Password')}
              value={credentials.password}
              autoComplete="off"
              onChange={(event) => change({ password: event.target.value })}
            />
          </>
        )}
      </div>
    </section>
  )
}
