/** The home page: the first steps of a new user, and the published products. */

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { SearchForm } from '../search/search-form.tsx'
import { usePortalInfo } from '../session/portal-info.tsx'
import { useOptionalSession } from '../session/session.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ProductTiles } from './product-tiles.tsx'
import { Welcome } from './welcome.tsx'

export default function HomePage() {
  const { brand } = usePortalInfo()
  const session = useOptionalSession()
  const { value, problem, reload } = useResource(`home of ${session?.user.name ?? ''}`, async (signal) => {
    const [products, applications] = await Promise.all([
      requestResource('GET /products', {}, { signal }),
      session ? requestResource('GET /applications', {}, { signal }) : [],
    ])
    return { products, applications }
  })

  return (
    <>
      <PageHeader title={session ? t('Welcome, {name}', { name: session.user.name }) : brand.name} />
      {!session && <Welcome />}
      <SearchForm />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          {session && <FirstSteps applications={value.applications} />}
          <ProductTiles products={value.products} />
        </>
      )}
    </>
  )
}
