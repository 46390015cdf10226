/** A form that gets a token from a provider, by a grant that the provider and the application allow. */
import { Form } from '@carbon/react'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../../../../../shared/ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { PasswordInput } from '../../../../../../shared/ui/feedback/password-input.tsx'
import { FormFields } from '../../../../../../shared/ui/forms/form-fields.tsx'
import type { FormField } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, Grant, ProviderView } from '../../../rest/index.ts'
import { grantTitles } from '../../text/grants.ts'
import { AuthorizeStep } from './authorize-step.tsx'
import { selectInitialScopes } from './initial-scopes.ts'
import { describeLimit, isQueueScope, limitScopes } from './limit-scopes.ts'
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
  const details = useRef<HTMLDetailsElement>(null)
  const token = useTokenRequest(application, provider, () => {
    // The call is next. The focus would be lost with what is folded.
    if (details.current?.contains(document.activeElement)) document.getElementById('try-send')?.focus()
    setOpen(false)
    got()
  })
  const [isOpen, setOpen] = useState(!token.isStored)
  const start: TokenDraft = {
    grant: allowed[0] ?? '',
    username: '',
    password: '',
    scopes: selectInitialScopes(needed, provider),
    queues: '',
  }
  const form = useForm('try', start, (draft) => [
    [
      {
        name: 'grant',
        label: t('Grant of {title}', { title: provider.title }),
        kind: 'choice',
        choices: allowed.map((each) => [each, grantTitles[each]]),
      },
      ...(draft.grant === 'password' ? userFields : []),
    ],
    application.clientType === 'confidential' && (
      <PasswordInput
        key="secret"
        id="try-secret"
        labelText={t('Client secret of {title}', { title: application.title })}
        autoComplete="off"
        value={token.clientSecret}
        invalid={token.lacksSecret}
        invalidText={t('Enter the client secret: the provider rejects a request without it.')}
        onChange={(event) => token.keepSecret(event.target.value.trim())}
      />
    ),
    {
      name: 'scopes',
      id: 'scope',
      label: t('Scopes'),
      kind: 'checks',
      choices: provider.scopes.map(({ name, description }) => [name, description ? `${name}: ${description}` : name]),
    },
    draft.scopes.some(isQueueScope) && {
      name: 'queues',
      label: t('Only for queues'),
      kind: 'path',
      help: describeLimit(draft.queues),
    },
  ])
  const { grant, username, password } = form.draft
  const scopes = limitScopes(form.draft.scopes, form.draft.queues)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (grant)
      await token.get({
        grant,
        scopes,
        username: grant === 'password' ? username : undefined,
        password: grant === 'password' ? password : undefined,
      })
  }

  if (!grant)
    return (
      <p>
        {t('The application has no grant that {title} allows. Change its grants in its settings.', {
          title: provider.title,
        })}
      </p>
    )
  return (
    <Form className="try__token" onSubmit={(event) => void submit(event)} aria-label={t('Get a token')}>
      {token.problem && <ErrorNotice text={token.problem} />}
      {token.says && <p role="status">{token.says}</p>}
      <details ref={details} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('Token of {title}', { title: provider.title })}</summary>
        <div className="form">
          <FormFields form={form} />
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
            </div>
          )}
        </div>
      </details>
      {token.refresh && (
        <div className="buttons">
          <ActionButton size="md" kind="ghost" busy={token.busy} onClick={() => void token.refresh?.()}>
            {t('Refresh it')}
          </ActionButton>
        </div>
      )}
    </Form>
  )
}

interface TokenDraft {
  /** The chosen grant; empty when none is allowed. */
  grant: Grant | ''
  username: string
  password: string
  scopes: readonly string[]
  /** The queues to which the scopes of queues are limited: `QM1/ORDERS.*`. */
  queues: string
}

/** The fields of the password grant. */
const userFields: readonly FormField<TokenDraft>[] = [
  { name: 'username', label: t('User name'), kind: 'path', help: t('A user of the provider, not of this portal.') },
  { name: 'password', label: t("User's password"), kind: 'password' },
]

/** Returns the grants that can get a first token. A public application cannot use client credentials. */
function grantsOf({ grants, clientType }: ApplicationView, provider: ProviderView): readonly Grant[] {
  return provider.grants.filter(
    (grant) =>
      grant !== 'refresh_token' &&
      (grants === null || grants.includes(grant)) &&
      !(grant === 'application' && clientType === 'public'),
  )
}
