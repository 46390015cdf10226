/** The logo of the brand, or the mark of the product. */
import { ProductMark } from '../../../ui/shell/product-mark.tsx'
import type { BrandView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'

export function BrandMark({ brand, className = 'header__mark' }: { brand: BrandView; className?: string }) {
  if (!brand.hasLogo) return <ProductMark className={className} />
  return <img className={`${className} brand-logo`} src={buildResourceUrl('brand/logo')} alt="" />
}
