/** The first page: the way from nothing to a call that works, and what is published here. */
import { ClickableTile } from '@carbon/react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { ask } from '../api/client.ts'
import { toProduct } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { countOf } from '../text/count.ts'
import { Prose } from '../text/prose.tsx'
import { FirstSteps } from './first-steps.tsx'

export default function HomePage() {
  const { user } = useSession()
  const { value, problem, reload } = useResource('home', async (signal) => {
    const [products, applications] = await Promise.all([
      ask('GET /products', {}, { signal }),
      ask('GET /applications', {}, { signal }),
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
                <ClickableTile key={name} href={toProduct(name)}>
                  <h3 className="home__title">{title}</h3>
                  <Prose text={description} />
                  <p className="page__type">
                    {countOf(apis.length, 'API')}, {countOf(plans.length, 'plan')}
                  </p>
                </ClickableTile>
              ))}
            </div>
            {value.products.length === 0 && (
              <p>Nothing yet. Its operator publishes products in the catalog.</p>
            )}
          </section>
        </>
      )}
    </>
  )
}
