/** The dialog that creates an application, with a plan if there is one, and shows its secret. */
import { useState } from 'react'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { parseHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ClientType, CreateApplicationResponse, PlanView, ProductView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { subscribe } from '../api/subscribe.ts'
import { buildApplicationLink, buildTryLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import {
  AddCallbackButton,
  NewSecretDialog,
  redirectsField,
  splitLines,
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

/** A plan that a new application can have. Its id and its title begin with those of the product: `customer/gold`. */
type PlanChoice = PlanView & { id: string; product: string }

interface NewApplication extends CreateApplicationResponse {
  plan: PlanChoice | undefined
  /** Why it could not be subscribed to the plan; undefined when it was. */
  problem: string | undefined
}

/** Creates an application. The secret cannot be shown again, so it is shown also when the plan is refused. */
export function CreateApplicationDialog({ close, created }: { close(): void; created(): void }) {
  const [made, setMade] = useState<NewApplication>()
  const [chosen, choose] = useState(() => parseHashQuery(location.hash).get('plan') ?? undefined)
  const { value: choices, problem, loading } = useResource('plans', loadPlans)
  const { saveSecret, chooseApplication } = useStoredCredentials()
  const lifeField = useSecretLifeField()
  const { plans = [], usual } = choices ?? {}
  const plan = chosen === undefined ? usual : plans.find(({ id }) => id === chosen)
  const form = useForm('application', initialApplication, ({ id, title, clientType }) => [
    {
      name: 'title',
      label: t('Name - required'),
      help: t('What people see, such as Web shop.'),
      required: t('Enter a name.'),
      missing: title.trim() === '' ? t('Enter a name.') : undefined,
      attributes: { maxLength: 100 },
    },
    choices?.plans.length !== 0 && (
      <ChoiceSelect
        key="plan"
        id="application-plan"
        labelText={t('Plan')}
        helperText={t('What the application may call. You can change it later.')}
        value={plan?.id ?? ''}
        choices={[['', t('None yet')], ...plans.map(({ id, title }) => [id, title] as const)]}
        change={choose}
      />
    ),
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
    const { name, clientId } = response.application
    if (response.clientSecret) saveSecret(clientId, response.clientSecret)
    chooseApplication(name)
    setMade({ ...response, plan, problem: plan && (await findRefusal(name, plan)) })
  }

  if (made) return <ReadyDialog made={made} close={close} />
  return (
    <FormDialog
      stays
      form={form}
      title={t('Create an application')}
      action={t('Create')}
      loses={t('The application has not been created.')}
      loading={loading && !choices}
      problem={problem}
      run={create}
      succeeded={created}
      close={close}
    >
      <AddCallbackButton value={form.draft.redirects} change={(redirects) => form.change({ redirects })} />
    </FormDialog>
  )
}

/** Shows the secret, and leads to the first call of an application that has a plan. */
function ReadyDialog({ made, close }: { made: NewApplication; close(): void }) {
  const { application, clientSecret, plan, problem } = made
  const api = problem === undefined && plan?.approval === false ? plan.apis[0] : undefined
  return (
    <NewSecretDialog
      clientId={application.clientId}
      clientSecret={clientSecret}
      title={t('{title} is ready', { title: application.title })}
      label={plan?.title}
      action={api === undefined ? t('Open the application') : t('Try it')}
      problem={problem && t('It has no plan yet. {problem}', { problem })}
      submit={() => navigate(api === undefined ? buildApplicationLink(application.name) : buildTryLink(api))}
      close={close}
    >
      {plan?.approval && !problem && <p>{t('An owner of the catalog has been asked for the plan.')}</p>}
    </NewSecretDialog>
  )
}

/** Returns the plans, and the one that a first application has unless another one is chosen. */
async function loadPlans(signal: AbortSignal) {
  const [products, applications] = await Promise.all([
    requestResource('GET /products', {}, { signal }),
    requestResource('GET /applications', {}, { signal }),
  ])
  const plans = products.flatMap(listPlans)
  return { plans, usual: applications.length > 0 ? undefined : plans.find(({ approval }) => !approval) }
}

function listPlans({ name: product, title, deprecated, plans }: ProductView): readonly PlanChoice[] {
  if (deprecated) return []
  return plans.map((plan) => ({ ...plan, id: `${product}/${plan.name}`, title: `${title} · ${plan.title}`, product }))
}

/** Returns why an application cannot have a plan; undefined when it has it, or an owner was asked. */
function findRefusal(application: string, { product, name }: PlanChoice): Promise<string | undefined> {
  return subscribe(application, product, name).then(
    () => undefined,
    ({ message }: Error) => message,
  )
}
