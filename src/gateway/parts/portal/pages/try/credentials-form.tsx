/** A form for the credentials of the call: a token, API keys, or a user name and password. */
import { Link } from '@carbon/react'
import { useState } from 'react'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { FormFields } from '../../../../../shared/ui/forms/form-fields.tsx'
import type { FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useFormOf } from '../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import type { ApiView, ApplicationView, OperationView, ProviderView, RequirementView } from '../../rest/index.ts'
import { buildNewApplicationLink, buildProductLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { describeRequirement, type RequestCredentials } from './api-request.ts'
import { TokenForm } from './token/token-form.tsx'

interface ApplicationSelectProps {
  api: ApiView
  applications: readonly ApplicationView[]
  chosen: ApplicationView | undefined
}

/** Selects the application for the call, and warns if it has no plan with this API. */
export function ApplicationSelect({ api, applications, chosen }: ApplicationSelectProps) {
  const wallet = useStoredCredentials()
  return (
    <Group level={3} title={t('As which application')}>
      {!chosen && (
        <p>
          {tElements('You have none yet. {link} first.', {
            link: <a href={buildNewApplicationLink(findPlan(api))}>{t('Create an application')}</a>,
          })}
        </p>
      )}
      {chosen && (
        <div className="fields">
          <ChoiceSelect
            id="try-application"
            labelText={t('Application')}
            value={chosen.name}
            choices={applications.map(({ name, title }) => [name, title])}
            change={wallet.chooseApplication}
          />
        </div>
      )}
      {chosen && !isSubscribed(chosen, api) && (
        <>
          <Notice kind="info" title={t('{title} has no plan with this API.', { title: chosen.title })}>
            {t('The gateway rejects its requests until you subscribe it to a plan.')}
          </Notice>
          <p>
            {[...new Set(api.plans.map(({ product }) => product))].map((product) => (
              <Link key={product} href={buildProductLink(product)}>
                {t('Plans of {product}', { product })}
              </Link>
            ))}
          </p>
        </>
      )}
    </Group>
  )
}

function findPlan({ plans: [first] }: ApiView): string | undefined {
  return first && `${first.product}/${first.plan}`
}

function isSubscribed({ subscriptions }: ApplicationView, { plans }: ApiView): boolean {
  return plans.some(({ product, plan }) =>
    subscriptions.some((each) => each.product === product && each.plan === plan && each.state === 'enabled'),
  )
}

/** Manages the credentials of a call: the selected requirement, and what is stored or was typed. */
export function useCredentials({ security }: OperationView, application: ApplicationView | undefined) {
  const wallet = useStoredCredentials()
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState<{ as: string; some: Partial<RequestCredentials> }>({ as: '', some: {} })
  const requirement = security[chosen]
  const clientId = application?.clientId ?? ''
  const own = typed.as === clientId ? typed.some : {} // credentials typed for another application do not apply
  const provider = requirement?.all.find(({ type }) => type === 'oauth2')?.provider

  return {
    alternatives: security,
    /** The selected requirement; undefined for an operation without security. */
    requirement,
    choose: setChosen,
    credentials: {
      token: (provider && wallet.findToken(clientId, provider)?.access_token) ?? '',
      clientId,
      clientSecret: wallet.findSecret(clientId),
      name: '',
      password: '',
      ...own,
    } satisfies RequestCredentials,
    change: (some: Partial<RequestCredentials>) => setTyped({ as: clientId, some: { ...own, ...some } }),
    /** Discards typed credentials and uses the stored ones. */
    reset: () => setTyped({ as: clientId, some: {} }),
  }
}

export interface CredentialsFormProps {
  proof: ReturnType<typeof useCredentials>
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
