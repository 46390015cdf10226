/** The page of one product: its APIs and its plans. */
import '@carbon/styles/scss/components/tile/_index.scss'
import { Button, Tag, Tile } from '@carbon/react'
import { useState } from 'react'
import { ActionDialog } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import { Dialog } from '../../../../../shared/ui/feedback/dialog.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { type PolledResource, useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiSummary, ApplicationView, PlanView, ProductView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { subscribe } from '../api/subscribe.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import {
  buildApiLink,
  buildApplicationLink,
  buildNewApplicationLink,
  buildProductLink,
  buildSignInLink,
} from '../routing/page-route.ts'
import { useOptionalSession } from '../session/session.tsx'
import { DeprecationNotice } from '../text/deprecation-notice.tsx'
import { Markdown } from '../text/markdown.tsx'
import { PlanLimits, ProductIcon } from './product-cards.tsx'

interface SubscribeDialogProps {
  product: ProductView
  plan: PlanView
  /** The applications of the user. */
  owned: PolledResource<readonly ApplicationView[]>
  close(): void
}

/** A dialog that subscribes an application to a plan, or moves its subscription from another plan of the product. */
function SubscribeDialog({ product, plan, owned, close }: SubscribeDialogProps) {
  const [chosen, setChosen] = useState<string>()
  const choices = owned.value?.filter((each) => findSubscription(each, product)?.plan !== plan.name)
  const application = choices?.find(({ name }) => name === chosen) ?? choices?.[0]
  if (choices?.length === 0)
    return (
      <Dialog
        size="sm"
        title={t('Subscribe to {title}', { title: plan.title })}
        label={product.title}
        action={t('Create an application')}
        submit={() => navigate(buildNewApplicationLink(`${product.name}/${plan.name}`))}
        close={close}
      >
        <p>{t('You have no application without this plan. Create one for it.')}</p>
      </Dialog>
    )

  async function run() {
    if (!application) return
    await subscribe(application.name, product.name, plan.name)
    navigate(buildApplicationLink(application.name, 'subscriptions'))
  }

  return (
    <ActionDialog
      size="sm"
      title={t('Subscribe to {title}', { title: plan.title })}
      label={product.title}
      action={t('Subscribe')}
      loading={!choices}
      problem={owned.problem}
      run={run}
      done={plan.approval ? t('Asked for approval') : t('Subscribed')}
      about={`${application?.title}: ${plan.title}`}
      close={close}
    >
      <div className="form">
        {application && (
          <ChoiceSelect
            id="subscribe-application"
            labelText={t('Application')}
            value={application.name}
            choices={choices?.map(({ name, title }) => [name, title])}
            change={setChosen}
          />
        )}
        {application && <p>{describeEffect(application, product, plan)}</p>}
      </div>
    </ActionDialog>
  )
}

const findSubscription = (application: ApplicationView, product: ProductView) =>
  application.subscriptions.find((each) => each.product === product.name)

function describeEffect(application: ApplicationView, product: ProductView, plan: PlanView): string {
  const present = findSubscription(application, product)
  if (present)
    return t(
      plan.approval
        ? 'It moves here from {plan} once an owner of the catalog allows it.'
        : 'It moves here from {plan} at once.',
      { plan: present.planTitle },
    )
  return plan.approval
    ? t('It may call what the plan opens once an owner of the catalog allows it.')
    : t('It may call what the plan opens at once.')
}

const trail = [[t('Products'), buildHashLink('products')]] as const

export default function ProductPage({ product: name }: { product: string }) {
  const [wanted, setWanted] = useState<string>()
  const session = useOptionalSession()
  const resource = usePortalResource('GET /products/:product', { product: name })
  const owned = useResource(`applications of ${session?.user.name ?? ''}`, (signal) =>
    session ? requestResource('GET /applications', {}, { signal }) : Promise.resolve([]),
  )
  const product = resource.value
  const plan = product?.plans.find((each) => each.name === wanted)

  function subscribe(plan: string) {
    if (session) setWanted(plan)
    else navigate(buildSignInLink(buildProductLink(name)))
  }

  return (
    <>
      <PageHeader trail={trail} title={product?.title ?? name}>
        {product && <span className="quiet">{t('version {version}', { version: product.version })}</span>}
        {product?.deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
      </PageHeader>
      <Loaded resource={resource}>
        {(value) => (
          <>
            {value.deprecation && <DeprecationNotice what="product" deprecation={value.deprecation} />}
            <div className="product__about">
              <ProductIcon {...value} />
              <Markdown text={value.description} />
            </div>
            {value.deprecated && (
              <p>
                {t(
                  'This product is deprecated: subscribed applications keep their plans, and new subscriptions are rejected.',
                )}
              </p>
            )}
            <Group title={t('APIs')}>
              <ul className="links">
                {value.apis.map(({ reference, title, version, deprecation }) => (
                  <li key={reference}>
                    <a className="cds--link list__name" href={buildApiLink(reference)}>
                      {title}
                    </a>
                    <span className="list__note">{t('version {version}', { version })}</span>
                    {deprecation && (
                      <span className="list__note">
                        {t(deprecation.sunset ? 'deprecated, turned off on {sunset}' : 'deprecated', {
                          sunset: deprecation.sunset,
                        })}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Group>
            <Group title={t('Plans')}>
              <div className="cards cards--plans">
                {value.plans.map((each) => (
                  <PlanCard
                    key={each.name}
                    plan={each}
                    apis={value.apis}
                    users={listPlanUsers(owned.value ?? [], name, each.name)}
                    subscribe={value.deprecated ? undefined : () => subscribe(each.name)}
                  />
                ))}
              </div>
            </Group>
            {plan && <SubscribeDialog product={value} plan={plan} owned={owned} close={() => setWanted(undefined)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Returns the titles of the applications that have a plan of a product. */
function listPlanUsers(applications: readonly ApplicationView[], product: string, plan: string): readonly string[] {
  return applications
    .filter(({ subscriptions }) =>
      subscriptions.some((each) => each.product === product && each.plan === plan && each.state === 'enabled'),
    )
    .map(({ title }) => title)
}

interface PlanCardProps {
  plan: PlanView
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
  /** The titles of the user's applications that have the plan. */
  users: readonly string[]
  /** Undefined for a deprecated product, which takes no new subscriptions. */
  subscribe: (() => void) | undefined
}

/** Says which applications have the plan: some of many. */
function describeUsers(users: readonly string[]): string {
  const [some, others] = [users.slice(0, 3).join(', '), users.length - 3]
  return others > 0 ? t('Plan of {some} and {others} more', { some, others }) : t('Plan of {some}', { some })
}

/** Shows one plan: its APIs, its limits, and whether it needs approval. */
function PlanCard({ plan, apis, users, subscribe }: PlanCardProps) {
  const titleOf = (reference: string) => apis.find((api) => api.reference === reference)?.title ?? reference
  return (
    <Tile className={users.length > 0 ? 'card card--chosen' : 'card'}>
      <div className="card__head">
        <h3 className="card__title">{plan.title}</h3>
        {plan.approval && <Tag type="purple">{t('needs approval')}</Tag>}
      </div>
      {users.length > 0 && <p className="card__mark">{describeUsers(users)}</p>}
      {plan.price !== undefined && <p className="card__price card__price--large">{plan.price}</p>}
      <Markdown text={plan.description} />
      <PlanLimits limits={plan.limits} apis={apis} />
      {plan.tokens !== undefined && <p className="quiet">{t('Tokens: {tokens}', { tokens: plan.tokens })}</p>}
      <ul className="quiet">
        {plan.apis.map((reference) => (
          <li key={reference}>{describeApi(plan, reference, titleOf(reference))}</li>
        ))}
      </ul>
      {subscribe && (
        <Button size="md" onClick={subscribe} aria-label={t('Subscribe to {title}', { title: plan.title })}>
          {t('Subscribe')}
        </Button>
      )}
    </Tile>
  )
}

function describeApi({ operations }: PlanView, reference: string, title: string): string {
  const some = operations.find(({ api }) => api === reference)
  return some ? t('{title}: only {operations}', { title, operations: some.operations.join(', ') }) : title
}
