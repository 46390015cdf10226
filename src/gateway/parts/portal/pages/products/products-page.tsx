/** The page that lists the products of the catalog. */
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { ProductList } from './product-cards.tsx'

export default function ProductsPage() {
  const products = usePortalResource('GET /products', {})
  return (
    <>
      <PageHeader title={t('Products')} />
      <Loaded resource={products}>{(value) => <ProductList products={value} heading="h2" />}</Loaded>
    </>
  )
}
