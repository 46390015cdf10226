/** The home page: the first steps of a new user, and the published products. */
import { Button, Link } from '@carbon/react'
import { CheckmarkFilled, CircleDash } from '@carbon/react/icons'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { buildResourceUrl, requestResource } from '../api/client.ts'
import { ProductList } from '../products/product-cards.tsx'
import { buildApplicationLink, buildNewApplicationLink, buildSignInLink, buildTryLink } from '../routing/page-route.ts'
import { SearchForm } from '../search/search-form.tsx'
import { usePortalInfo } from '../session/portal-info.tsx'
import { useOptionalSession } from '../session/session.tsx'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { Markdown } from '../text/markdown.tsx'

/** The number of products that the home page shows; the page of the products has all. */
const maxProducts = 6

export default function HomePage() {
  const { brand } = usePortalInfo()
  const session = useOptionalSession()
  const resource = useResource(`home of ${session?.user.name ?? ''}`, async (signal) => {
    const [products, applications] = await Promise.all([
      requestResource('GET /products', {}, { signal }),
      session ? requestResource('GET /applications', {}, { signal }) : [],
    ])
    return { products, applications }
  })

  return (
    <>
      <section className="hero" aria-label={brand.name}>
        <div>
          <PageHeader title={session ? t('Welcome, {name}', { name: session.user.name }) : brand.name} />
          <Markdown text={brand.text} />
          {!session && <Welcome />}
          <SearchForm />
        </div>
        {brand.hasPicture ? (
          <img className="hero__picture" src={buildResourceUrl('brand/picture')} alt="" />
        ) : (
          <div className="hero__picture hero__picture--drawn" />
        )}
      </section>
      <Loaded resource={resource}>
        {({ products, applications }) => (
          <>
            {session && <FirstSteps applications={applications} />}
            <Group title={t('What is published here')}>
              <ProductList products={products.slice(0, maxProducts)} heading="h3" />
              {products.length > maxProducts && (
                <p className="cards__all">
                  <a href={buildHashLink('products')}>{t('See all {count} products', { count: products.length })}</a>
                </p>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </>
  )
}

/** What visitors who are not signed in can do here. */
function Welcome() {
  const { selfSignup } = usePortalInfo()
  return (
    <>
      <p className="page__lead">
        {t(
          selfSignup
            ? 'Read what the APIs do. To call them, sign up or sign in: then create an application and subscribe it to a plan.'
            : 'Read what the APIs do. To call them, sign in: then create an application and subscribe it to a plan.',
        )}
      </p>
      <div className="buttons">
        <Button href={buildSignInLink('')}>{selfSignup ? t('Sign up or sign in') : t('Sign in')}</Button>
        <Button kind="tertiary" href={buildHashLink('products')}>
          {t('See the products')}
        </Button>
      </div>
    </>
  )
}

/** The first steps of a new user as a numbered list; completed steps are ticked. */
function FirstSteps({ applications }: { applications: readonly ApplicationView[] }) {
  const { hasToken, hasCalled } = useStoredCredentials()
  const subscribed = applications.some((each) => each.subscriptions.some(({ state }) => state === 'enabled'))
  const [first] = applications

  const steps = [
    {
      title: t('Create an application'),
      text: t('It gets a client id and a secret, with which your program says who it is.'),
      to: first ? buildApplicationLink(first.name) : buildNewApplicationLink(),
      done: first !== undefined,
    },
    {
      title: t('Subscribe to a plan'),
      text: t('A product brings APIs; its plans say how much an application may call them.'),
      to: buildHashLink('products'),
      done: subscribed,
    },
    {
      title: t('Get a token'),
      text: t('With the grants that the provider allows, from this page.'),
      to: buildTryLink(),
      done: hasToken,
    },
    {
      title: t('Call an operation'),
      text: t('See the response and its duration, or why the gateway rejected the call.'),
      to: buildTryLink(),
      done: hasCalled,
    },
  ]

  return (
    <Group title={t('First steps')} className="">
      <ol className="steps">
        {steps.map(({ title, text, to, done }) => (
          <li key={title} className={done ? 'step step--done' : 'step'}>
            {done ? (
              <CheckmarkFilled size={20} aria-label={t('Done')} />
            ) : (
              <CircleDash size={20} aria-label={t('To do')} />
            )}
            <div>
              <Link className="step__title" href={to}>
                {title}
              </Link>
              <p className="step__text">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Group>
  )
}
