/** A form that gets a token from a provider, by a grant that the provider and the application allow. */

import { Checkbox, Form, Select, SelectItem, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../../ui/feedback/password-input.tsx'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView, Grant, ProviderView } from '../../../rest/index.ts'
import { grantTitles } from '../../text/grants.ts'
import { AuthorizeStep } from './authorize-step.tsx'
import { selectInitialScopes } from './initial-scopes.ts'
import { useTokenRequest } from './use-token-request.ts'

export interface TokenFormProps {
  application: ApplicationView
  provider: ProviderView
  /** The scopes that the operation requires. */
  needed: readonly string[]
  /** Called after a new token was stored. */
  got(): void
  /** Reloads the applications after a change. */
  changed(): void
}

export function TokenForm({ application, provider, needed, got, changed }: TokenFormProps) {
  const allowed = grantsOf(application, provider)
  const [grant, setGrant] = useState(allowed[0])
  const [scopes, setScopes] = useState(() => selectInitialScopes(needed, provider))
  const [user, setUser] = useState({ username: '', password: '' })
  const token = useTokenRequest(application, provider, got)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (grant) await token.get({ grant, scopes, ...(grant === 'password' ? user : {}) })
  }

  if (!grant) {
    return (
      <p>
        {t('The application has no grant that {title} allows. Change its grants in its settings.', {
          title: provider.title,
        })}
      </p>
    )
  }
  return (
    <Form className="form try__token" onSubmit={(event) => void submit(event)} aria-label={t('Get a token')}>
      <div className="fields">
        <Select
          id="try-grant"
          labelText={t('Grant of {title}', { title: provider.title })}
          value={grant}
          onChange={(event) => setGrant(event.target.value as Grant)}
        >
          {allowed.map((each) => (
            <SelectItem key={each} value={each} text={grantTitles[each]} />
          ))}
        </Select>
        {application.clientType === 'confidential' && (
          <PasswordInput
            id="try-secret"
            labelText={t('Client secret of {title}', { title: application.title })}
            autoComplete="off"
            value={token.clientSecret}
            invalid={token.lacksSecret}
            invalidText={t('Enter the client secret: the provider rejects a request without it.')}
            onChange={(event) => token.keepSecret(event.target.value.trim())}
          />
        )}
        {grant === 'password' && (
          <>
            <TextInput
              id="try-user"
              labelText={t('User name')}
              helperText={t('A user of the provider, not of this portal.')}
              autoComplete="off"
              spellCheck={false}
              value={user.username}
              onChange={(event) => setUser({ ...user, username: event.target.value })}
            />
            <PasswordInput
              id="try-user-password"
              labelText={t("User's password")}
              autoComplete="off"
              value={user.password}
              onChange={(event) => setUser({ ...user, password: event.target.value })}
            />
          </>
        )}
      </div>
      <fieldset className="choices">
        <legend className="cds--label">{t('Scopes')}</legend>
        {provider.scopes.map(({ name, description }) => (
          <Checkbox
            key={name}
            id={`scope-${name}`}
            labelText={description ? `${name}: ${description}` : name}
            checked={scopes.includes(name)}
            onChange={(_, { checked }) =>
              setScopes(checked ? [...scopes, name] : scopes.filter((each) => each !== name))
            }
          />
        ))}
      </fieldset>
      {token.problem && <ErrorNotice text={token.problem} />}
      {token.says && <p role="status">{token.says}</p>}
      {grant === 'access_code' ? (
        <AuthorizeStep
          application={application}
          provider={provider}
          scopes={scopes}
          changed={changed}
          use={token.get}
        />
      ) : (
        <div className="buttons">
          <ActionButton type="submit" size="md" busy={token.busy}>
            {t('Get a token')}
          </ActionButton>
          {token.refresh && (
            <ActionButton size="md" kind="ghost" busy={token.busy} onClick={() => void token.refresh?.()}>
              {t('Refresh it')}
            </ActionButton>
          )}
        </div>
      )}
    </Form>
  )
}

/** Returns the grants that can get a first token. A public application cannot use client credentials. */
function grantsOf({ grants, clientType }: ApplicationView, provider: ProviderView): readonly Grant[] {
  return provider.grants.filter(
    (grant) =>
      grant !== 'refresh_token' &&
      (grants === null || grants.includes(grant)) &&
      !(grant === 'application' && clientType === 'public'),
  )
}
