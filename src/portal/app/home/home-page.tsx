/** The home page: the first steps of a new user, and the published products. */
import { ClickableTile } from '@carbon/react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { requestResource } from '../api/client.ts'
import { buildProductLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { formatCount } from '../text/format-count.ts'
import { FirstSteps } from './first-steps.tsx'

export default function HomePage() {
  const { user } = useSession()
  const { value, problem, reload } = useResource('home', async (signal) => {
    const [products, applications] = await Promise.all([
      requestResource('GET /products', {}, { signal }),
      requestResource('GET /applications', {}, { signal }),
    ])
    return { products, applications }
  })

  return (
    <>
      <PageHeader title={`Welcome, ${user.name}`} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          <FirstSteps applications={value.applications} />
          <section className="group" aria-labelledby="published">
            <h2 className="group__title" id="published">
              What is published here
            </h2>
            <div className="home">
              {value.products.map(({ name, title, description, plans, apis }) => (
                <ClickableTile key={name} href={buildProductLink(name)}>
                  <h3 className="home__title">{title}</h3>
                  <DescriptionText text={description} />
                  <p className="page__type">
                    {formatCount(apis.length, 'API')}, {formatCount(plans.length, 'plan')}
                  </p>
                </ClickableTile>
              ))}
            </div>
            {value.products.length === 0 && (
              <p>There are no products yet. The operator publishes them in the catalog.</p>
            )}
          </section>
        </>
      )}
    </>
  )
}
